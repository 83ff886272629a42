import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { findErasure, noteStep } from "./erasure-store.ts";

/** The payment side is erased; what it had mailed until then is dropped where mails are kept here. Refuses `object.not_found`. */
export async function confirmErasure({ db, clock, mailer }: Deps, accountId: string): Promise<void> {
  const erasure = await findErasure(db, accountId);
  if (!erasure) refuse("object.not_found");
  await mailer.forget?.(erasure.addresses);
  await noteStep(db, accountId, "payments_at", clock.now());
}
