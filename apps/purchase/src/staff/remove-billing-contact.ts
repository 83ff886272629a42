import type { Repair } from "@foyer/contract/staff-wire";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { insertAct } from "@foyer/service-kit/staff-acts";
import { contactById, deleteContact } from "../billing-contacts/billing-contact-store.ts";
import { stateOf } from "../billing-contacts/billing-links.ts";
import type { Deps } from "../deps.ts";
import { applied, previewed, type RepairInput } from "./repair.ts";

/** Removes a billing contact for a customer, for example of somebody who left the firm. */
export async function staffRemoveBillingContact(
  deps: Deps,
  staff: Person,
  id: string,
  { reason, preview = false }: RepairInput,
): Promise<Repair> {
  const contact = await contactById(deps.db, id);
  if (!contact) refuse("object.not_found");
  const { customer_id: customer, email, mails } = contact;
  const before = { customer, email, mails, state: stateOf(contact) };
  const after = { removed: true };
  if (preview) return previewed(before, after);
  await inTransaction(deps.db, async (tx) => {
    await deleteContact(tx, id);
    const act = { staff: staff.username, act: "billing_contact.remove", target: `customer:${customer}`, reason };
    await insertAct(tx, { at: deps.clock.now(), ...act, before, after });
  });
  return applied(before, after);
}
