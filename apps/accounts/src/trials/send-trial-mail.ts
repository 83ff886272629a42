import { trialDeletedAt } from "@foyer/domain/trials";
import { trialEndingMail } from "@foyer/mail/licenses";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { defineMail } from "../mail/define-mail.ts";
import { findLicense, ownersOf } from "../stores/license-store.ts";
import { findAccount, OPEN } from "../stores/account-store.ts";
import { planToBuy } from "./trial-offer.ts";

/** The mail about a trial's end to its contact. */
export const { queue: queueTrialMail, job: sendTrialMailJob } = defineMail({
  name: "send-trial-mail",
  payload: z.object({ licenseId: z.string(), isOver: z.boolean() }),
  write: async ({ db, brand, config }, { licenseId, isOver }) => {
    const license = await findLicense(db, licenseId);
    const [contact] = await ownersOf(db, licenseId);
    // It was bought or deleted since.
    if (license?.purchase_type !== "trial" || license.expires_at === null || !contact) return null;
    const account = await findAccount(db, contact.account_id);
    if (account?.state !== OPEN) return null;
    const message = trialEndingMail(brand, {
      description: license.description,
      isOver,
      endsAt: license.expires_at,
      deletedAt: trialDeletedAt(license.expires_at),
      link: `${config.publicOrigin}${pathToBuy(brand, license)}`,
    });
    return { to: account.email, message };
  },
});

/** The page to buy, filled in for a trial. */
function pathToBuy(
  brand: Deps["brand"],
  { product_id: productId, total_seats: seats }: { readonly product_id: string; readonly total_seats: number },
): string {
  const plan = planToBuy(brand, productId);
  return plan === null ? "/buy" : `/buy?plan=${encodeURIComponent(plan)}&seats=${seats}`;
}
