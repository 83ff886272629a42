/** Returns what people call a kind of tax ID: `VAT` of `eu_vat`. */
export function taxIdLabel(kind: string): string {
  return kind === "other" ? "Tax ID" : (kind.split("_").at(-1)?.toUpperCase() ?? "Tax ID");
}
