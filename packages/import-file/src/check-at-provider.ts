import type { Fault } from "./faults.ts";
import type { FreshLines } from "./picture.ts";

/** The provider's customers and subscriptions that new lines name. */
export interface NamesAtProvider {
  readonly customers: readonly string[];
  readonly subscriptions: readonly string[];
}

/** The provider's data about them. */
export interface NamedAtProvider {
  /** The named customers that exist. */
  readonly customers: ReadonlySet<string>;
  /** The named subscriptions that exist, with their customer, and the license from their metadata. */
  readonly subscriptions: ReadonlyMap<string, { readonly customerId: string; readonly registrationId: string | null }>;
}

/** Returns the customers and subscriptions that new lines name. */
export function namedAtProvider({ account, subscription }: FreshLines): NamesAtProvider {
  return {
    customers: account.flatMap(({ fields }) => fields.customer_id ?? []),
    subscriptions: subscription.flatMap(({ fields }) => fields.id ?? []),
  };
}

/** Returns faults of new lines with objects that the provider does not have, or has for another license. */
export function checkAtProvider({ account, subscription }: FreshLines, told: NamedAtProvider): Fault[] {
  const customers = account.flatMap(({ line, fields: { customer_id: id } }) => {
    if (id === null || told.customers.has(id)) return [];
    const message = `"${id}" is no customer of the payment provider; name one that it has, or leave it out`;
    return [{ line, field: "customer_id", message }];
  });
  const subscriptions = subscription.flatMap(({ line, key, fields }) => {
    const id = fields.id ?? "";
    const found = told.subscriptions.get(id);
    if (found?.registrationId === key) return [];
    const other = found?.registrationId ?? null;
    const pays = other === null ? "names no license" : `names the license "${other}"`;
    const message = found
      ? `"${id}" ${pays} at the payment provider; its metadata registration_id must be "${key}"`
      : `"${id}" is no subscription of the payment provider; name one that it has`;
    return [{ line, field: "id", message }];
  });
  return [...customers, ...subscriptions].toSorted((one, other) => one.line - other.line);
}
