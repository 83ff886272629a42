import { ApiError } from "@foyer/api-client/errors";
import type { BillingDetails, GivenBillingDetails } from "@foyer/contract/customers";
import { OTHER_KIND, taxIdFault, tidyTaxId } from "@foyer/domain/tax-ids";
import { words } from "#words/billing-details";

type KeptTaxId = BillingDetails["tax_ids"][number];

/** A tax id in the form; without a kind until one is chosen. */
export interface TypedTaxId {
  /** Tells rows apart while they come and go. */
  readonly key: number;
  readonly kind: string;
  readonly country: string;
  readonly value: string;
  /** Null for one that was not saved as it is. */
  readonly verification: KeptTaxId["verification"];
  /** Saved as it is: its form is nobody's business any more. */
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

/** What is wrong with the kind or the number of each, as far as it can be seen without asking; null for nothing. */
export function taxIdFaults(typed: readonly TypedTaxId[]): ({ kind?: string; value?: string } | null)[] {
  return typed.map((taxId) => {
    if (taxId.isKept) return null;
    if (taxId.kind === "") return { kind: words.kindMissing };
    const fault = taxIdFault(tidyTaxId(taxId));
    return fault === null ? null : { value: fault };
  });
}

/** The tax id that the service refuses, by its place, with its sentence; null for any other failure. */
export function refusedTaxId(failure: unknown): { readonly place: number; readonly message: string } | null {
  if (!(failure instanceof ApiError)) return null;
  const [entry] = failure.errors;
  const [, place] = /^tax_ids\.(\d+)\.value$/.exec(entry?.field ?? "") ?? [];
  return entry && place !== undefined ? { place: Number(place), message: entry.message } : null;
}

export const OTHER_CHOICE = OTHER_KIND;

/** `DE eu_vat`, as the list of kinds names it. */
export function choiceOf({ kind, country }: { readonly kind: string; readonly country: string }): string {
  return kind === OTHER_KIND || kind === "" ? kind : `${country} ${kind}`;
}

export function kindOfChoice(choice: string): { kind: string; country: string } {
  const [country, kind] = choice.split(" ");
  return kind === undefined ? { kind: choice, country: "" } : { kind, country: country ?? "" };
}
