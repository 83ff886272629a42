import { deskLinks, hasDesk } from "@foyer/contract/brand-desk";
import { cents } from "@foyer/domain/money";
import { licenseBoughtMail } from "@foyer/mail/licenses";
import type { AddJob } from "@foyer/service-kit/jobs";
import { z } from "zod";
import type { Tx } from "../db/schema.ts";
import { findLicense } from "../stores/license-store.ts";
import { findAccount } from "../stores/account-store.ts";
import { defineMail } from "./define-mail.ts";

/** Seats that ended with a payment: their number, and some of their addresses. */
const endedSeats = z.object({ count: z.int(), addresses: z.array(z.string()) });
export type EndedSeats = z.infer<typeof endedSeats>;
const payload = z.object({
  accountId: z.string(),
  description: z.string(),
  seats: z.number(),
  /** True if an ended license is active again. */
  isReturn: z.boolean(),
  /** The amount paid. Jobs of the previous version have none. */
  paid: z.object({ amount: z.int(), currency: z.string() }).exactOptional(),
  /** Left out if all seats fit. */
  ended: endedSeats.exactOptional(),
  /** Set if the license may have a key, which the mail then names. */
  licenseId: z.string().exactOptional(),
});
type Payload = z.infer<typeof payload>;

const { queue, job } = defineMail({
  name: "send-license-bought",
  payload,
  write: async ({ db, brand, config }, { accountId, licenseId, paid, ended = null, ...data }) => {
    const account = await findAccount(db, accountId);
    if (!account) return null;
    const license = licenseId === undefined ? null : await findLicense(db, licenseId);
    const links = hasDesk(brand) ? { deskLinks: deskLinks(config.publicOrigin) } : {};
    const message = licenseBoughtMail(
      { ...brand, ...links },
      {
        ...data,
        key: license?.key ?? null,
        ended,
        link: `${config.publicOrigin}/?section=team`,
        paid: paid ? { amount: cents(paid.amount), currency: paid.currency } : null,
        papers: `${config.publicOrigin}/papers`,
      },
    );
    return { to: account.email, message };
  },
});
export const sendLicenseBoughtJob = job;

/** Queues the mail to the buyer of a license, in the caller's transaction. */
export async function queueLicenseBought(
  tx: Tx,
  addJob: AddJob,
  bought: Omit<Payload, "ended">,
  ended?: EndedSeats,
): Promise<void> {
  await queue(tx, addJob, ended && ended.count > 0 ? { ...bought, ended } : bought);
}
