import { randomUUID } from "node:crypto";
import type { References } from "@foyer/contract/references";
import { referenceFault } from "@foyer/domain/invoice-reference";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import type { ProviderCustomer, ProviderCustomField } from "../stripe/payment-gateway.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { reachSubscription } from "../subscriptions/reach-subscription.ts";
import { referenceAmong, withReference } from "./reference-field.ts";
import {
  isReferenceRequired,
  referenceOfSubscription,
  referencesOfCustomer,
  setReferenceRequired,
  storeReference,
  turnOf,
} from "./reference-store.ts";

async function customerOf({ gateway }: Deps, customerId: string): Promise<ProviderCustomer> {
  const customer = await orRefuse(() => gateway.customer(customerId));
  if (!customer) refuse("object.not_found");
  return customer;
}

/** Returns the fields of the customer's invoices with that reference. Refuses with 4000 `reference` one that cannot be printed. */
export function fieldsWithReference(reference: string, customer: ProviderCustomer): readonly ProviderCustomField[] {
  const fault = referenceFault(reference, customer.address?.country ?? "");
  if (fault !== null) refuse("input.invalid", { field: "reference", reason: "reference", facts: { fault } });
  const fields = withReference(customer, reference);
  if (!fields) refuse("input.invalid", { field: "reference", reason: "reference_no_room" });
  return fields;
}

/** Returns the customer's own reference, or an empty text. */
async function referenceOf({ db }: Pick<Deps, "db">, { id, customFields }: ProviderCustomer): Promise<string> {
  const turn = await turnOf(db, id);
  const atProvider = referenceAmong(customFields);
  // A charge that prints its subscription's reference restores the customer's soon.
  return turn?.printed === atProvider ? turn.reference : atProvider;
}

async function referencesWith(deps: Deps, customer: ProviderCustomer): Promise<References> {
  const [reference, required, subscriptions] = await Promise.all([
    referenceOf(deps, customer),
    isReferenceRequired(deps.db, customer.id),
    referencesOfCustomer(deps.db, customer.id),
  ]);
  return { reference, required, subscriptions };
}

/** Returns what later invoices print as the buyer's reference. */
export async function readReferences(deps: Deps, customerId: string): Promise<References> {
  return await referencesWith(deps, await customerOf(deps, customerId));
}

/** Changes the customer's reference on later invoices, and whether one is required. */
export async function saveReference(
  deps: Deps,
  customerId: string,
  { reference, required }: { readonly reference: string; readonly required: boolean },
): Promise<References> {
  const before = await customerOf(deps, customerId);
  const customFields = fieldsWithReference(reference, before);
  const customer = await orRefuse(() =>
    deps.gateway.updateCustomer(customerId, { customFields }, `reference:${randomUUID()}`),
  );
  await setReferenceRequired(deps.db, customerId, required);
  return await referencesWith(deps, customer);
}

/** Changes the reference on one subscription's later invoices. An empty one leaves them the customer's. */
export async function saveSubscriptionReference(
  deps: Deps,
  of: { readonly customerId: string; readonly subscriptionId: string },
  reference: string,
): Promise<References> {
  await reachSubscription(deps, of.customerId, of.subscriptionId);
  const customer = await customerOf(deps, of.customerId);
  fieldsWithReference(reference, customer);
  await storeReference(deps.db, of, reference);
  return await referencesWith(deps, customer);
}

/** Returns what a subscription's next invoice prints as reference. */
export async function referenceInForce(
  { db }: Pick<Deps, "db">,
  subscriptionId: string,
  customer: Pick<ProviderCustomer, "customFields"> | null,
): Promise<string> {
  return (await referenceOfSubscription(db, subscriptionId)) ?? referenceAmong(customer?.customFields ?? []);
}

/**
 * Refuses with 4000 `reference` a payment of a customer who requires a reference, as long as there is none.
 *
 * @param own reads the reference of the subscription that is paid for; null if it has none.
 */
export async function refuseMissingReference(
  deps: Deps,
  { customerId, own }: { readonly customerId: string; readonly own: () => Promise<string | null> },
): Promise<void> {
  if (!(await isReferenceRequired(deps.db, customerId)) || (await own()) !== null) return;
  if ((await referenceOf(deps, await customerOf(deps, customerId))) !== "") return;
  refuse("input.invalid", { field: "reference", reason: "reference_missing" });
}
