import { randomUUID } from "node:crypto";
import type { BillingDetails, Customer, GivenBillingDetails, SentBillingDetails } from "@foyer/contract/customers";
import type { Subscription, TaxRate } from "@foyer/contract/subscription-wire";
import { guessTaxId, OTHER_KIND, type TaxId } from "@foyer/domain/tax-ids";
import { refuse } from "@foyer/service-kit/errors";
import { ratesFor } from "../catalogue/plan-store.ts";
import type { Deps } from "../deps.ts";
import type { ProviderCustomer, ProviderTaxId } from "../stripe/payment-gateway.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { keptWithoutKind, withoutKind } from "./tax-id-fields.ts";
import { decideTaxStatus, followTaxStatus } from "./tax-status.ts";
import { refuseTaxId, refuseWrongTaxIds } from "./wrong-tax-ids.ts";
import { ProviderFailure } from "../stripe/provider-failure.ts";
import { listSubscriptions } from "../changes/read-subscription.ts";

/** Maximum number of tax IDs of a customer at the provider. */
const ROOM = 5;

interface TaxIdChange {
  readonly customerId: string;
  readonly wanted: readonly TaxId[];
  readonly kept: readonly ProviderTaxId[];
  /** Prefix of the idempotency keys of this change. */
  readonly key: string;
}

/** Returns stored tax IDs that are no longer wanted, including duplicates. */
function surplusOf({ wanted, kept }: TaxIdChange): ProviderTaxId[] {
  const left = wanted.map(({ kind, value }) => `${kind} ${value}`);
  return kept.filter(({ kind, value }) => {
    const place = left.indexOf(`${kind} ${value}`);
    if (place !== -1) left.splice(place, 1);
    return place === -1;
  });
}

/**
 * Replaces the customer's tax IDs at the provider with the wanted ones. Creates new ones before it deletes old ones, as
 * far as the limit allows. If the provider refuses one, earlier steps are undone, and the refusal names its field.
 */
async function changeTaxIds(deps: Deps, change: TaxIdChange): Promise<void> {
  const { gateway } = deps;
  const { customerId, wanted, kept, key } = change;
  const undo: (() => Promise<unknown>)[] = [];
  const surplus = surplusOf(change);
  let count = kept.length;
  const remove = async (one: ProviderTaxId): Promise<void> => {
    await gateway.deleteTaxId(customerId, one.id, `${key}:remove:${one.id}`);
    undo.unshift(() => gateway.createTaxId(customerId, one, `${key}:restore:${one.id}`));
    count -= 1;
  };
  const add = async (one: TaxId, index: number): Promise<void> => {
    const made = await gateway.createTaxId(customerId, one, `${key}:add:${index}`);
    undo.unshift(() => gateway.deleteTaxId(customerId, made.id, `${key}:undo:${made.id}`));
    count += 1;
  };
  for (const [index, one] of wanted.entries()) {
    if (one.kind === OTHER_KIND || kept.some(({ kind, value }) => kind === one.kind && value === one.value)) continue;
    try {
      const first = count >= ROOM ? surplus.shift() : undefined;
      if (first) await remove(first);
      await add(one, index);
    } catch (error) {
      for (const step of undo) await orRefuse(step);
      if (error instanceof ProviderFailure && error.kind === "invalid") {
        refuseTaxId(index, { reason: "tax_id_refused", facts: { fault: error.message } });
      }
      await orRefuse(() => Promise.reject(error));
    }
  }
  for (const one of surplus) await orRefuse(() => remove(one));
}

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

export async function readCustomer(
  deps: Deps,
  customerId: string,
): Promise<{ customer: Customer; subscriptions: Subscription[] }> {
  const [customer, subscriptions] = await Promise.all([
    orRefuse(() => deps.gateway.customer(customerId)),
    listSubscriptions(deps, customerId),
  ]);
  if (!customer) refuse("object.not_found");
  const { id, email, defaultPaymentMethod, balance } = customer;
  return { customer: { id, email, default_payment_method: defaultPaymentMethod, balance }, subscriptions };
}
