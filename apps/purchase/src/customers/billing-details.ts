import { randomUUID } from "node:crypto";
import type { BillingDetails } from "@foyer/contract/customers";
import { refuse } from "@foyer/service-kit/errors";
import { orRefuse } from "../operations/stored-refusal.ts";
import type { PurchaseDeps } from "../purchase-deps.ts";
import type { ProviderCustomer } from "../stripe/payment-gateway.ts";

const NO_ADDRESS = { line1: "", line2: "", city: "", state: "", postal_code: "", country: "" };

/** Kept in the customer's metadata: the provider checks the numbers of some countries only, and refuses the others. */
const TAX_ID = "tax_id";

function detailsOf({ name, address, metadata }: ProviderCustomer): BillingDetails {
  return { name: name ?? "", address: address ?? NO_ADDRESS, tax_id: metadata[TAX_ID] ?? "" };
}

/** What stands on invoices as the buyer. */
export async function readBillingDetails(deps: PurchaseDeps, customerId: string): Promise<BillingDetails> {
  const customer = await orRefuse(() => deps.gateway.customer(customerId));
  if (!customer) refuse("object.not_found");
  return detailsOf(customer);
}

/** Changes what stands on later invoices; those that are made out stay as they are. */
export async function saveBillingDetails(
  deps: PurchaseDeps,
  customerId: string,
  { name, address, tax_id: taxId }: BillingDetails,
): Promise<BillingDetails> {
  const change = { name, address, metadata: { [TAX_ID]: taxId } };
  return detailsOf(await orRefuse(() => deps.gateway.updateCustomer(customerId, change, `details:${randomUUID()}`)));
}
