import { randomUUID } from "node:crypto";
import type { BillingDetails, GivenBillingDetails, SentBillingDetails } from "@foyer/contract/customers";
import type { TaxRate } from "@foyer/contract/subscription-wire";
import { guessTaxId } from "@foyer/domain/tax-ids";
import { refuse } from "@foyer/service-kit/errors";
import { ratesFor } from "../catalogue/plan-store.ts";
import type { Deps } from "../deps.ts";
import type { ProviderCustomer, ProviderTaxId } from "../stripe/payment-gateway.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { changeTaxIds } from "./change-tax-ids.ts";
import { keptWithoutKind, withoutKind } from "./tax-id-fields.ts";
import { decideTaxStatus, followTaxStatus } from "./tax-status.ts";
import { refuseWrongTaxIds } from "./wrong-tax-ids.ts";

const NO_ADDRESS = { line1: "", line2: "", city: "", state: "", postal_code: "", country: "" };

/** Metadata field of tax IDs before the provider stored them. `moveTaxIds` moves the remaining ones. */
export const OLD_TAX_ID = "tax_id";

function detailsOf(customer: ProviderCustomer, taxIds: readonly ProviderTaxId[]): BillingDetails {
  const { name, address, metadata, customFields, taxExempt } = customer;
  const old = metadata[OLD_TAX_ID];
  return {
    name: name ?? "",
    address: address ?? NO_ADDRESS,
    tax_ids: [
      ...taxIds.map(({ kind, country, value, verification }) => ({ kind, country, value, verification })),
      ...keptWithoutKind(customFields).map((taxId) => ({ ...taxId, verification: null })),
      ...(old ? [{ ...guessTaxId(old, address?.country ?? ""), verification: null }] : []),
    ],
    tax_exempt: taxExempt,
  };
}

async function readBuyer(
  { gateway }: Deps,
  customerId: string,
): Promise<{ customer: ProviderCustomer; taxIds: readonly ProviderTaxId[] }> {
  const [customer, taxIds] = await orRefuse(() =>
    Promise.all([gateway.customer(customerId), gateway.taxIds(customerId)]),
  );
  if (!customer) refuse("object.not_found");
  return { customer, taxIds };
}

export async function readBillingDetails(deps: Deps, customerId: string): Promise<BillingDetails> {
  const { customer, taxIds } = await readBuyer(deps, customerId);
  return detailsOf(customer, taxIds);
}

/** Returns the tax rates of the buyer's next purchase, or null while the country is not known. */
export async function ratesOfBuyer({ db }: Deps, { tax_exempt, address }: BillingDetails): Promise<TaxRate[] | null> {
  return tax_exempt === "none" ? await ratesFor(db, address.country) : [];
}

/** Returns the requested tax IDs. The kind of a plain text is derived from its format. */
function taxIdsOf(
  { tax_ids: given, tax_id: text, address }: SentBillingDetails,
  before: BillingDetails,
): GivenBillingDetails["tax_ids"] {
  if (given !== undefined || text === undefined) return given ?? before.tax_ids;
  return text.trim() === "" ? [] : [guessTaxId(text, address.country)];
}

/**
 * Changes the buyer on later invoices. Existing invoices stay unchanged. The tax IDs are changed first, so
 * that nothing changes if the provider refuses one.
 */
export async function saveBillingDetails(
  deps: Deps,
  customerId: string,
  given: SentBillingDetails,
): Promise<BillingDetails> {
  const before = await readBuyer(deps, customerId);
  const wanted = refuseWrongTaxIds(taxIdsOf(given, detailsOf(before.customer, before.taxIds)), before.taxIds);
  const customFields = withoutKind(wanted, before.customer.customFields);
  const save = `details:${randomUUID()}`;
  await changeTaxIds(deps, { customerId, wanted, kept: before.taxIds, key: save });
  const { name, address } = given;
  const change = { name, address, customFields, metadata: { [OLD_TAX_ID]: "" } };
  const saved = await orRefuse(() => deps.gateway.updateCustomer(customerId, change, save));
  const taxIds = await orRefuse(() => deps.gateway.taxIds(customerId));
  const customer = await orRefuse(() => decideTaxStatus(deps, saved, taxIds));
  await orRefuse(() => followTaxStatus(deps, customer));
  return detailsOf(customer, taxIds);
}
