import { ApiError } from "@foyer/api-client/errors";
import type { BillingDetails, GivenBillingDetails } from "@foyer/contract/customers";
import { OTHER_KIND, taxIdFault, tidyTaxId } from "@foyer/domain/tax-ids";
import { words } from "#words/billing-details";

type KeptTaxId = BillingDetails["tax_ids"][number];

/** A tax id in the form; without a kind until the person chooses one. */
export interface TypedTaxId {
  /** Identifies a row while rows are added and removed. */
  readonly key: number;
  readonly kind: string;
  readonly country: string;
  readonly value: string;
  /** Null if it differs from the saved one. */
  readonly verification: KeptTaxId["verification"];
  /** Saved unchanged, so its format is not checked again. */
  readonly isKept: boolean;
}

export function typedTaxIds(kept: readonly KeptTaxId[]): TypedTaxId[] {
  return kept.map((taxId, key) => ({ ...taxId, key, isKept: true }));
}

export function givenTaxIds(typed: readonly TypedTaxId[]): GivenBillingDetails["tax_ids"] {
  return typed.map(({ kind, country, value, isKept }) =>
    isKept ? { kind, country, value } : { ...tidyTaxId({ kind, country, value }) },
  );
}

/**
 * Returns the errors in kind or number of each tax id that the portal can detect without the service; null for none.
 */
export function taxIdFaults(typed: readonly TypedTaxId[]): ({ kind?: string; value?: string } | null)[] {
  return typed.map((taxId) => {
    if (taxId.isKept) return null;
    if (taxId.kind === "") return { kind: words.kindMissing };
    const fault = taxIdFault(tidyTaxId(taxId));
    return fault === null ? null : { value: fault };
  });
}

/** Returns the position of the tax id that the service refused, with its sentence; null for any other failure. */
export function refusedTaxId(failure: unknown): { readonly place: number; readonly message: string } | null {
  if (!(failure instanceof ApiError)) return null;
  const [entry] = failure.errors;
  const [, place] = /^tax_ids\.(\d+)\.value$/.exec(entry?.field ?? "") ?? [];
  return entry && place !== undefined ? { place: Number(place), message: entry.message } : null;
}

export const OTHER_CHOICE = OTHER_KIND;

/** Returns `DE eu_vat`, the value in the list of kinds. */
export function choiceOf({ kind, country }: { readonly kind: string; readonly country: string }): string {
  return kind === OTHER_KIND || kind === "" ? kind : `${country} ${kind}`;
}

export function kindOfChoice(choice: string): { kind: string; country: string } {
  const [country, kind] = choice.split(" ");
  return kind === undefined ? { kind: choice, country: "" } : { kind, country: country ?? "" };
}
