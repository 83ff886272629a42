import type { Because } from "@foyer/contract/refusal-reasons";
import { type TaxId, taxIdFault, tidyTaxId } from "@foyer/domain/tax-ids";
import { refuse } from "@foyer/service-kit/errors";

const isSame = (one: TaxId, other: TaxId): boolean => one.kind === other.kind && one.value === other.value;

/** Refuses the request because of the tax ID at that index. */
export function refuseTaxId(
  index: number,
  because: Because<"input.invalid"> & { readonly reason: `tax_id${string}` },
): never {
  refuse("input.invalid", { field: `tax_ids.${index}.value`, ...because });
}

/**
 * Returns the tax IDs as they are to be stored. Refuses a wrong format, with the pattern and an example, and
 * duplicates.
 *
 * @param kept the customer's stored ones, which may stay in any format.
 */
export function refuseWrongTaxIds(given: readonly TaxId[], kept: readonly TaxId[]): TaxId[] {
  const wanted = given.map((one) => kept.find((other) => isSame(one, other)) ?? tidyTaxId(one));
  wanted.forEach((one, index) => {
    if (wanted.findIndex((other) => isSame(one, other)) < index) refuseTaxId(index, { reason: "tax_id_twice" });
    if (kept.some((other) => isSame(one, other))) return;
    const fault = taxIdFault(one);
    if (fault !== null) refuseTaxId(index, { reason: "tax_id", facts: { fault } });
  });
  return wanted.map(({ kind, country, value }) => ({ kind, country, value }));
}
