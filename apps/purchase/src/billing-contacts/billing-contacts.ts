import type { BillingContact, ContactMail } from "@foyer/contract/billing-contacts";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import { addressKey } from "@foyer/domain/addresses";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { typedAddress } from "@foyer/service-kit/typed-address";
import type { Deps } from "../deps.ts";
import {
  contactById,
  type ContactRow,
  contactsOf,
  deleteContact,
  insertContact,
  lockContacts,
  updateContact,
} from "./billing-contact-store.ts";
import { lookAtLink, stateOf } from "./billing-links.ts";
import { sendContactMailJob } from "./contact-mails.ts";

const MOST_CONTACTS = 5;
const DAY = 86_400;
/** Limits of mails with a confirmation link, for each address and each customer, against unwanted mails. */
const ofAddress = { limit: 3, windowSeconds: DAY };
const ofCustomer = { limit: 20, windowSeconds: DAY };

export interface WantedMails {
  readonly mails: readonly ContactMail[];
  readonly language: "en";
}

function contactWire(row: ContactRow): BillingContact {
  const { id, email, mails, added_at: added } = row;
  return { id, email, mails: [...mails], language: "en", state: stateOf(row), added: unixSecondsOf(added) };
}

export async function listContacts({ db }: Deps, customerId: string): Promise<BillingContact[]> {
  return (await contactsOf(db, customerId)).map(contactWire);
}

const different = (mails: readonly ContactMail[]): ContactMail[] => [...new Set(mails)];

/**
 * Adds a contact and mails it a link to confirm. An address that is there already gets its mails changed, and the link again
 * unless it has confirmed.
 */
export async function addContact(
  deps: Deps,
  customerId: string,
  { email: typed, mails, language }: WantedMails & { readonly email: string },
): Promise<BillingContact> {
  const email = typedAddress(typed, "email");
  const key = addressKey(email);
  await deps.limiter.take(`billing-contact-mails:${customerId}`, ofCustomer);
  await deps.limiter.take(`billing-contact-address:${key}`, ofAddress);
  return await inTransaction(deps.db, async (tx) => {
    const contacts = await lockContacts(tx, customerId);
    const known = contacts.find(({ email_key: other }) => other === key);
    if (!known && contacts.length >= MOST_CONTACTS) {
      refuse("limit.reached", { reason: "billing_contacts", facts: { most: MOST_CONTACTS } });
    }
    const wanted = { mails: different(mails), language };
    const row = known
      ? await updateContact(tx, known.id, wanted)
      : await insertContact(tx, {
          customer_id: customerId,
          email,
          email_key: key,
          added_at: deps.clock.now(),
          ...wanted,
        });
    if (!row) throw new Error("a contact was removed under its lock");
    // A contact that stopped its mails gets the link too, and can confirm again.
    if (stateOf(row) !== "confirmed") {
      await deps.addJob(tx, sendContactMailJob, { contactId: row.id, content: { kind: "confirm" } });
    }
    return contactWire(row);
  });
}

/** Returns a contact of that customer. For other customers it does not exist. */
async function reachContact({ db }: Deps, customerId: string, id: string): Promise<ContactRow> {
  const contact = await contactById(db, id);
  if (contact?.customer_id !== customerId) refuse("object.not_found");
  return contact;
}

export async function changeContact(
  deps: Deps,
  customerId: string,
  id: string,
  { mails, language }: WantedMails,
): Promise<BillingContact> {
  await reachContact(deps, customerId, id);
  const row = await updateContact(deps.db, id, { mails: different(mails), language });
  if (!row) refuse("object.not_found");
  return contactWire(row);
}

/** Removes a contact. Its links end with it. */
export async function removeContact(deps: Deps, customerId: string, id: string): Promise<BillingContact[]> {
  await reachContact(deps, customerId, id);
  await inTransaction(deps.db, async (tx) => {
    await lockContacts(tx, customerId);
    await deleteContact(tx, id);
  });
  return await listContacts(deps, customerId);
}

/** Content of the page behind a mailed link. */
interface LinkWire {
  readonly email: string;
  readonly buyer: string;
  readonly mails: ContactMail[];
  readonly state: BillingContact["state"];
  readonly papers_until: number | null;
}

export async function readLink(deps: Deps, token: string, ip: string): Promise<LinkWire> {
  const { contact, papersUntil } = await lookAtLink(deps, token, ip);
  // The page leaves out the buyer's name if the provider does not answer.
  const customer = await deps.gateway.customer(contact.customer_id).catch(() => null);
  return {
    email: contact.email,
    buyer: customer?.name ?? "",
    mails: [...contact.mails],
    state: stateOf(contact),
    papers_until: papersUntil && unixSecondsOf(papersUntil),
  };
}

/** Confirms the address of a contact, also one that had stopped its mails. */
export async function confirmLink(deps: Deps, token: string, ip: string): Promise<LinkWire> {
  const { contact } = await lookAtLink(deps, token, ip);
  await updateContact(deps.db, contact.id, { confirmed_at: deps.clock.now(), stopped_at: null });
  return await readLink(deps, token, ip);
}

export async function stopLink(deps: Deps, token: string, ip: string): Promise<LinkWire> {
  const { contact } = await lookAtLink(deps, token, ip);
  if (contact.stopped_at === null) await updateContact(deps.db, contact.id, { stopped_at: deps.clock.now() });
  return await readLink(deps, token, ip);
}
