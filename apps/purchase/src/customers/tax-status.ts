import { randomUUID } from "node:crypto";
import { isReverseCharge } from "@foyer/domain/tax-ids";
import type { Deps } from "../deps.ts";
import { eachApart } from "../in-batches.ts";
import type { ProviderCustomer, ProviderTaxId } from "../stripe/payment-gateway.ts";
import { subscriptionsOfCustomer } from "../subscriptions/subscription-store.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";

/**
 * Metadata field that marks a reverse charge set because of the tax IDs. A status that staff set at the provider stays.
 */
const DECIDED = "reverse_charge";
const BY_TAX_ID = "by_tax_id";

/**
 * Sets whether the customer accounts for the tax, based on the verified tax IDs. Does nothing if the vendor
 * does not use reverse charge.
 *
 * @returns the updated customer.
 * @throws ProviderFailure
 */
export async function decideTaxStatus(
  { gateway, reverseChargeFrom }: Deps,
  customer: ProviderCustomer,
  taxIds: readonly ProviderTaxId[],
): Promise<ProviderCustomer> {
  const { id, taxExempt, metadata, address } = customer;
  const isReverse = reverseChargeFrom !== null && isReverseCharge(reverseChargeFrom, address?.country ?? "", taxIds);
  const isDecidedHere = metadata[DECIDED] === BY_TAX_ID;
  const key = `tax-status:${randomUUID()}`;
  if (isReverse && taxExempt === "none") {
    return await gateway.updateCustomer(id, { taxExempt: "reverse", metadata: { [DECIDED]: BY_TAX_ID } }, key);
  }
  if (!isReverse && isDecidedHere) {
    const taxed = taxExempt === "reverse" ? { taxExempt: "none" as const } : {};
    return await gateway.updateCustomer(id, { ...taxed, metadata: { [DECIDED]: "" } }, key);
  }
  return customer;
}

/**
 * Reads the customer's subscriptions again if their stored tax status differs, because amounts and quotes depend on it.
 */
export async function followTaxStatus(deps: Deps, { id, taxExempt }: ProviderCustomer): Promise<void> {
  const held = await subscriptionsOfCustomer(deps.db, id);
  await eachApart(
    held.filter(({ row }) => row.tax_exempt !== taxExempt),
    ({ row }) => syncSubscription(deps, row.id),
    ({ row }, error) => deps.log.error({ err: error, subscription: row.id }, "a tax status could not be taken over"),
  );
}
