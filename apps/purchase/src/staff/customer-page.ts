import type { StaffCustomerPage } from "@foyer/contract/staff-wire";
import { refuse } from "@foyer/service-kit/errors";
import { listContacts } from "../billing-contacts/billing-contacts.ts";
import { listSubscriptions } from "../changes/read-subscription.ts";
import { customerById } from "../customers/customer-store.ts";
import { listInvoices } from "../invoices/other-invoices.ts";
import { listPaymentMethods } from "../payment-methods/payment-methods.ts";
import type { Deps } from "../deps.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { readTimeline } from "./timeline-store.ts";

const INVOICES = 100;

/** Returns everything about a customer, from this service and from the provider. */
export async function staffReadCustomer(deps: Deps, customerId: string): Promise<StaffCustomerPage> {
  const [customer, known] = await Promise.all([
    orRefuse(() => deps.gateway.customer(customerId)),
    customerById(deps.db, customerId),
  ]);
  if (!customer) refuse("object.not_found");
  const [subscriptions, cards, { invoices }, entries, contacts] = await Promise.all([
    listSubscriptions(deps, customerId),
    listPaymentMethods(deps, customerId),
    listInvoices(deps, customerId, { limit: INVOICES, startingAfter: undefined }),
    readTimeline(deps.db, customerId),
    listContacts(deps, customerId),
  ]);
  return {
    customer: {
      id: customerId,
      email: customer.email,
      omni_id: known?.omni_id ?? customer.metadata["omni_id"] ?? "",
      balance: customer.balance,
    },
    subscriptions,
    payment_methods: cards,
    invoices,
    timeline: entries,
    billing_contacts: contacts,
  };
}
