import { trialEndingMail } from "@foyer/mail/trial-ending";
import { trialDeletedAt } from "@foyer/domain/trials";
import { type AddJob, defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import type { Transaction } from "kysely";
import { z } from "zod";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { findLicense, ownersOf } from "../stores/license-store.ts";
import { findAccount, OPEN } from "../stores/account-store.ts";
import { sendNotice } from "../mail/send-notice.ts";
import { planToBuy } from "./trial-offer.ts";

const name = "send-trial-mail";
const payload = z.object({ licenseId: z.string(), isOver: z.boolean() });
type Payload = z.infer<typeof payload>;

/** Queues the mail about a trial's end to its contact, in the caller's transaction. */
export async function queueTrialMail(tx: Transaction<AccountsTables>, addJob: AddJob, told: Payload): Promise<void> {
  await addJob(tx, { name, payload }, told);
}

export function sendTrialMailJob(deps: Deps): JobDefinition<Payload> {
  return defineJob({
    name,
    payload,
    run: async ({ licenseId, isOver }, { log }) => {
      const license = await findLicense(deps.db, licenseId);
      const [contact] = await ownersOf(deps.db, licenseId);
      // It was bought or deleted since.
      if (license?.purchase_type !== "trial" || license.expires_at === null || !contact) return;
      const account = await findAccount(deps.db, contact.account_id);
      if (account?.state !== OPEN) return;
      await sendNotice(
        deps,
        log,
        account.email,
        trialEndingMail(deps.brand, {
          description: license.description,
          isOver,
          endsAt: license.expires_at,
          deletedAt: trialDeletedAt(license.expires_at),
          link: `${deps.config.publicOrigin}${pathToBuy(deps.brand, license)}`,
        }),
      );
    },
  });
}

/** The page to buy, filled in for a trial. */
function pathToBuy(
  brand: Deps["brand"],
  { product_id: productId, total_seats: seats }: { readonly product_id: string; readonly total_seats: number },
): string {
  const plan = planToBuy(brand, productId);
  return plan === null ? "/buy" : `/buy?plan=${encodeURIComponent(plan)}&seats=${seats}`;
}
