import type { ContactMail } from "@foyer/contract/billing-contacts";
import { cents } from "@foyer/domain/money";
import {
  billingContactMail,
  contactInvoiceMail,
  contactPaymentFailedMail,
  contactRenewalMail,
} from "@foyer/mail/billing-contact";
import type { Message } from "@foyer/mail/message";
import type { Queryable } from "@foyer/service-kit/db";
import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import { z } from "zod";
import type { PurchaseTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { sendOrWarn } from "../send-or-warn.ts";
import { contactById, contactsFor } from "./billing-contact-store.ts";
import { newLink, stateOf } from "./billing-links.ts";

const money = z.object({ amount: z.int(), currency: z.string() });

/** Content of a mail to a contact. Times are Unix seconds. */
const content = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("confirm") }),
  money.extend({ kind: z.literal("invoices"), number: z.string() }),
  money.extend({ kind: z.literal("failed_payments"), description: z.string(), retryAt: z.int().nullable() }),
  money.extend({ kind: z.literal("renewals"), description: z.string(), seats: z.int(), renewsAt: z.int() }),
]);
export type ContactContent = z.infer<typeof content>;

const payload = z.object({ contactId: z.string(), content });
export const sendContactMailJob = { name: "send-contact-mail", payload };

const dateOf = (seconds: number): Date => new Date(seconds * 1_000);

function messageOf({ brand }: Deps, told: ContactContent, buyer: string, link: string): Message {
  const about = { buyer, link };
  switch (told.kind) {
    case "confirm":
      return billingContactMail(brand, about);
    case "invoices":
      return contactInvoiceMail(brand, { ...about, ...told, amount: cents(told.amount) });
    case "failed_payments": {
      const { description, amount, currency, retryAt } = told;
      const next = retryAt === null ? null : dateOf(retryAt);
      return contactPaymentFailedMail(brand, { ...about, description, amount: cents(amount), currency, retryAt: next });
    }
    case "renewals": {
      const { description, seats, amount, currency, renewsAt } = told;
      const facts = { description, seats, amount: cents(amount), currency, renewsAt: dateOf(renewsAt) };
      return contactRenewalMail(brand, { ...about, ...facts });
    }
  }
}

/** Sends a mail to a contact, unless the contact no longer wants it. */
export function sendContactMailJobFor(deps: Deps): JobDefinition<z.infer<typeof payload>> {
  return defineJob({
    ...sendContactMailJob,
    run: async ({ contactId, content: told }) => {
      const contact = await contactById(deps.db, contactId);
      if (!contact) return;
      const isWanted =
        told.kind === "confirm"
          ? stateOf(contact) !== "confirmed"
          : stateOf(contact) === "confirmed" && contact.mails.includes(told.kind);
      if (!isWanted) return;
      const customer = await deps.gateway.customer(contact.customer_id);
      const link = await newLink(deps, deps.db, contactId);
      const mail = messageOf(deps, told, customer?.name ?? "", link);
      await sendOrWarn(deps, contact.customer_id, { to: contact.email, ...mail });
    },
  });
}

/** Queues a mail for each contact that wants it, in the caller's transaction. */
export async function mailContacts(
  { addJob }: Pick<Deps, "addJob">,
  tx: Queryable<PurchaseTables>,
  customerId: string,
  told: ContactContent & { readonly kind: ContactMail },
): Promise<void> {
  for (const { id } of await contactsFor(tx, customerId, told.kind)) {
    await addJob(tx, sendContactMailJob, { contactId: id, content: told });
  }
}
