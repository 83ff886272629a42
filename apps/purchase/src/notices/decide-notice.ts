import type { Queryable } from "@foyer/service-kit/db";
import { z } from "zod";
import { mailContacts } from "../billing-contacts/contact-mails.ts";
import type { PurchaseTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { isNoted, noteNotice } from "./notice-store.ts";

const money = z.object({ amount: z.int(), currency: z.string() });

const renewal = money.extend({
  description: z.string(),
  interval: z.enum(["month", "year"]).default("year"),
  seats: z.int(),
  /** Null if the number is unknown or not shown. */
  unused: z.int().nullable().default(null),
  renewsAt: z.int(),
});

/** Content of a mail: decided when it is due, sent when a mail server accepts it. */
const notice = z.discriminatedUnion("kind", [
  money.extend({ kind: z.literal("payment_failed"), description: z.string(), retryAt: z.int().nullable() }),
  money.extend({ kind: z.literal("payment_returned"), description: z.string(), credit: z.int() }),
  money.extend({ kind: z.literal("refund_made"), invoice: z.string().nullable(), to: z.enum(["card", "balance"]) }),
  money.extend({ kind: z.literal("purchase_canceled"), description: z.string(), credit: z.int() }),
  renewal.extend({ kind: z.literal("renewal_coming") }),
  // The same mail ten days before, if there are unused seats.
  renewal.extend({ kind: z.literal("unused_seats") }),
  z.object({
    kind: z.literal("card_expiring"),
    brand: z.string(),
    last4: z.string(),
    expMonth: z.int(),
    expYear: z.int(),
    days: z.int(),
    nextCharge: money.extend({ at: z.int() }).nullable(),
  }),
  z.object({
    kind: z.literal("subscription_ended"),
    description: z.string(),
    endedAt: z.int(),
    cause: z.enum(["cancelled", "unpaid"]),
  }),
]);
export type Notice = z.infer<typeof notice>;

export const sendNoticeJob = { name: "send-notice", payload: z.object({ customerId: z.string(), notice }) };

/** True if the notice was decided before. Then its content is not needed. */
export async function isDecided(
  db: Queryable<PurchaseTables>,
  kind: Notice["kind"],
  { subject, occasion }: { readonly subject: string; readonly occasion: string },
): Promise<boolean> {
  return await isNoted(db, { kind, subject, occasion });
}

/**
 * Decides to notify the customer, once for each subject and occasion. Deciding again changes nothing.
 *
 * @param about subject and occasion, such as an invoice and its next try.
 */
export async function decideNotice(
  deps: Pick<Deps, "clock" | "addJob">,
  tx: Queryable<PurchaseTables>,
  about: { readonly customerId: string; readonly subject: string; readonly occasion: string },
  told: Notice,
): Promise<void> {
  const { customerId, subject, occasion } = about;
  const decided = await noteNotice(tx, { kind: told.kind, subject, occasion }, deps.clock.now());
  if (!decided) return;
  await deps.addJob(tx, sendNoticeJob, { customerId, notice: told });
  if (told.kind === "payment_failed") {
    await mailContacts(deps, tx, customerId, { ...told, kind: "failed_payments" });
  } else if (told.kind === "renewal_coming") {
    const { description, seats, amount, currency, renewsAt } = told;
    await mailContacts(deps, tx, customerId, { kind: "renewals", description, seats, amount, currency, renewsAt });
  }
}
