import { cents } from "@foyer/domain/money";
import { licenseBoughtMail } from "@foyer/mail/license-bought";
import { type AddJob, defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import type { Transaction } from "kysely";
import { z } from "zod";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { findLicense } from "../stores/license-store.ts";
import { findAccount } from "../stores/account-store.ts";
import { sendNotice } from "./send-notice.ts";

const name = "send-license-bought";
/** Seats that ended with a payment: their number, and whose they were, the first of many. */
const endedSeats = z.object({ count: z.int(), addresses: z.array(z.string()) });
export type EndedSeats = z.infer<typeof endedSeats>;
const payload = z.object({
  accountId: z.string(),
  description: z.string(),
  seats: z.number(),
  /** True if an ended license is active again. */
  isReturn: z.boolean(),
  /** What was paid. Jobs of the previous version have none. */
  paid: z.object({ amount: z.int(), currency: z.string() }).exactOptional(),
  /** Left out if all seats fit. */
  ended: endedSeats.exactOptional(),
  /** Set if the license may have a key, which the mail then names. */
  licenseId: z.string().exactOptional(),
});
type Payload = z.infer<typeof payload>;

/** Queues the mail to the buyer of a license, in the caller's transaction. */
export async function queueLicenseBought(
  tx: Transaction<AccountsTables>,
  addJob: AddJob,
  bought: Omit<Payload, "ended">,
  ended?: EndedSeats,
): Promise<void> {
  await addJob(tx, { name, payload }, ended && ended.count > 0 ? { ...bought, ended } : bought);
}

export function sendLicenseBoughtJob(deps: Deps): JobDefinition<Payload> {
  return defineJob({
    name,
    payload,
    run: async ({ accountId, licenseId, paid, ended, ...data }, { log }) => {
      const account = await findAccount(deps.db, accountId);
      if (!account) return;
      const license = licenseId === undefined ? null : await findLicense(deps.db, licenseId);
      const key = license?.key ?? null;
      const link = `${deps.config.publicOrigin}/?section=team`;
      await sendNotice(
        deps,
        log,
        account.email,
        licenseBoughtMail(deps.brand, {
          ...data,
          key,
          ended: ended ?? null,
          link,
          paid: paid ? { amount: cents(paid.amount), currency: paid.currency } : null,
          papers: `${deps.config.publicOrigin}/papers`,
        }),
      );
    },
  });
}
