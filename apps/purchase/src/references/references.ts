import { randomUUID } from "node:crypto";
import type { References } from "@foyer/contract/references";
import { referenceFault } from "@foyer/domain/invoice-reference";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import type { ProviderCustomer } from "../stripe/payment-gateway.ts";
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

function refuseFaulty(reference: string, { address }: ProviderCustomer): void {
  const fault = referenceFault(reference, address?.country ?? "");
  if (fault !== null) refuse("input.invalid", { field: "reference", message: fault });
}

async function referencesWith({ db }: Deps, { id, customFields }: ProviderCustomer): Promise<References> {
  const [required, subscriptions, turn] = await Promise.all([
    isReferenceRequired(db, id),
    referencesOfCustomer(db, id),
    turnOf(db, id),
  ]);
  const atProvider = referenceAmong(customFields);
  // A charge that prints its subscription's reference puts the customer's back in a moment.
  return { reference: turn?.printed === atProvider ? turn.reference : atProvider, required, subscriptions };
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
  refuseFaulty(reference, before);
  const customFields = withReference(before, reference);
  if (!customFields) {
    refuse("input.invalid", { field: "reference", message: "The invoice has no room for a reference." });
  }
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
  refuseFaulty(reference, customer);
  if (reference !== "" && !withReference(customer, reference)) {
    refuse("input.invalid", { field: "reference", message: "The invoice has no room for a reference." });
  }
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
 * Refuses with 4000 `reference` a change of a customer who requires a reference, as long as there is none.
 */
export async function refuseMissingReference(
  { db, gateway }: Deps,
  { customerId, subscriptionId }: { readonly customerId: string; readonly subscriptionId: string },
): Promise<void> {
  if (!(await isReferenceRequired(db, customerId))) return;
  if ((await referenceOfSubscription(db, subscriptionId)) !== null) return;
  const customer = await orRefuse(() => gateway.customer(customerId));
  if (referenceAmong(customer?.customFields ?? []) !== "") return;
  refuse("input.invalid", {
    field: "reference",
    message: "Your firm wants a reference on each invoice. Enter one first; nothing was changed.",
  });
}
