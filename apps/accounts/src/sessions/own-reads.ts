import { ownFacts } from "../activations/activation-store.ts";
import { ownLicenses, ownManagedLicenses } from "../licenses/license-store.ts";
import { ownAccount } from "../people/account-store.ts";
import { ownSeats } from "../seats/seat-store.ts";
import type { OwnRead } from "./own-read.ts";

/** The own reads of calls, by the names of the calls. */
export const ownReads: Readonly<Record<string, OwnRead<unknown> | undefined>> = {
  readUser: ownAccount,
  listManagedLicenses: ownManagedLicenses,
  listPurchases: ownLicenses,
  listPersonalSeats: ownSeats,
  validateActivation: ownFacts,
};
