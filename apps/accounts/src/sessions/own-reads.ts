import { ownFacts } from "../stores/activation-store.ts";
import { ownLicenses, ownManagedLicenses } from "../stores/license-store.ts";
import { ownAccount } from "../stores/account-store.ts";
import { ownSeats } from "../stores/seat-store.ts";
import type { OwnRead } from "../stores/own-read.ts";

/** The own reads of calls, by the names of the calls. */
export const ownReads: Readonly<Record<string, OwnRead<unknown> | undefined>> = {
  readUser: ownAccount,
  listManagedLicenses: ownManagedLicenses,
  listPurchases: ownLicenses,
  listPersonalSeats: ownSeats,
  validateActivation: ownFacts,
};
