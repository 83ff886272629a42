import type { ProviderCustomField, ProviderCustomer } from "../stripe/payment-gateway.ts";

/** Name under which invoices print the buyer's reference. */
const REFERENCE = "Reference";
/** Number of fields that the provider prints. */
const MOST_FIELDS = 4;

/** Returns the reference among printed fields, or an empty text. */
export function referenceAmong(fields: readonly ProviderCustomField[]): string {
  return fields.find(({ name }) => name === REFERENCE)?.value ?? "";
}

/** Returns the fields with that reference first. An empty one is left out. Null if there is no room for it. */
export function withReference(
  { customFields }: Pick<ProviderCustomer, "customFields">,
  reference: string,
): ProviderCustomField[] | null {
  const others = customFields.filter(({ name }) => name !== REFERENCE);
  if (reference === "") return others;
  return others.length < MOST_FIELDS ? [{ name: REFERENCE, value: reference }, ...others] : null;
}
