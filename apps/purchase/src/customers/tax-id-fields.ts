import { OTHER_KIND, type TaxId } from "@foyer/domain/tax-ids";
import type { ProviderCustomField } from "../stripe/payment-gateway.ts";
import { refuseTaxId } from "./wrong-tax-ids.ts";

/** Labels on invoices of tax IDs without a kind at the provider. */
const NAMES = ["Tax id", "Tax id 2", "Tax id 3"] as const;

/** Maximum number of custom fields that the provider prints. */
const MOST_FIELDS = 4;

const isOurs = ({ name }: ProviderCustomField): boolean => NAMES.some((one) => one === name);

/** Returns the tax IDs in a customer's custom fields. */
export function keptWithoutKind(fields: readonly ProviderCustomField[]): TaxId[] {
  return fields.filter(isOurs).map(({ value }) => ({ kind: OTHER_KIND, country: "", value }));
}

/**
 * Returns the customer's custom fields with these tax IDs. Keeps other fields. Refuses more than an invoice can print.
 */
export function withoutKind(wanted: readonly TaxId[], fields: readonly ProviderCustomField[]): ProviderCustomField[] {
  const others = fields.filter((field) => !isOurs(field));
  const values = wanted.flatMap(({ kind, value }, index) => (kind === OTHER_KIND ? [{ value, index }] : []));
  const tooMany = values[MOST_FIELDS - others.length];
  if (tooMany) refuseTaxId(tooMany.index, { reason: "tax_id_no_room" });
  return [...others, ...values.map(({ value }, place) => ({ name: NAMES[place] ?? NAMES[0], value }))];
}
