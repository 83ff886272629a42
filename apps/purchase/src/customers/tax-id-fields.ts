import { OTHER_KIND, type TaxId } from "@foyer/domain/tax-ids";
import type { ProviderCustomField } from "../stripe/payment-gateway.ts";
import { refuseTaxId } from "./wrong-tax-ids.ts";

/** The names under which invoices print tax ids that the provider has no kind for. */
const NAMES = ["Tax id", "Tax id 2", "Tax id 3"] as const;

/** The provider prints no more. */
const MOST_FIELDS = 4;

const isOurs = ({ name }: ProviderCustomField): boolean => NAMES.some((one) => one === name);

/** The tax ids among a customer's custom fields. */
export function keptWithoutKind(fields: readonly ProviderCustomField[]): TaxId[] {
  return fields.filter(isOurs).map(({ value }) => ({ kind: OTHER_KIND, country: "", value }));
}

/** A customer's custom fields with these tax ids among them; others stay. Refuses what the invoice has no room for. */
export function withoutKind(wanted: readonly TaxId[], fields: readonly ProviderCustomField[]): ProviderCustomField[] {
  const others = fields.filter((field) => !isOurs(field));
  const values = wanted.flatMap(({ kind, value }, index) => (kind === OTHER_KIND ? [{ value, index }] : []));
  const tooMany = values[MOST_FIELDS - others.length];
  if (tooMany) refuseTaxId(tooMany.index, "The invoice has no room for another tax ID of this kind.");
  return [...others, ...values.map(({ value }, place) => ({ name: NAMES[place] ?? NAMES[0], value }))];
}
