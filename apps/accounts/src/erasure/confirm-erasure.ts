import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { findErasure, noteStep } from "../stores/erasure-store.ts";

/**
 * Records that the purchase service erased its part, and deletes mails to the account kept in the mail sandbox. Refuses
 * `object.not_found`.
 */
export async function confirmErasure({ db, clock, mailer }: Deps, accountId: string): Promise<void> {
  const erasure = await findErasure(db, accountId);
  if (!erasure) refuse("object.not_found");
  await mailer.forget?.(erasure.addresses);
  await noteStep(db, accountId, "payments_at", clock.now());
}
