import { type TaxIdKind, taxIdKinds } from "./tax-id-kinds.ts";

/** Maximum number per customer. */
export const MOST_TAX_IDS = 3;

/**
 * Kind of a tax ID that the provider has no kind for. It is printed on invoices as a custom field, and not verified.
 */
export const OTHER_KIND = "other";

/** The provider's verification result, or null for a kind that it does not verify. */
export type TaxIdVerdict = "verified" | "unverified" | "pending" | "unavailable" | null;

export interface TaxId {
  readonly kind: string;
  readonly country: string;
  readonly value: string;
}

export function taxIdKind(kind: string, country: string): TaxIdKind | null {
  return taxIdKinds.find((one) => one.kind === kind && one.country === country) ?? null;
}

/** Returns the country of a tax ID from the provider. The number's prefix gives the country of `eu_vat`. */
export function countryOfTaxId(kind: string, value: string): string {
  if (kind !== "eu_vat") return taxIdKinds.find((one) => one.kind === kind)?.country ?? "";
  const prefix = value.trim().slice(0, 2).toUpperCase();
  return prefix === "EL" ? "GR" : prefix;
}

const compact = (value: string): string => value.replaceAll(/[\s./-]/g, "").toUpperCase();

/** One piece of a format: a repeated sort of character, or literal text. */
interface Piece {
  readonly text: string;
  readonly least: number;
  readonly most: number;
}

const SORTS: Readonly<Record<string, { readonly pattern: string; readonly one: string; readonly many: string }>> = {
  "#": { pattern: "[0-9]", one: "digit", many: "digits" },
  "@": { pattern: "[A-Z]", one: "letter", many: "letters" },
  "*": { pattern: "[A-Z0-9]", one: "letter or digit", many: "letters or digits" },
};

function piecesOf(form: string): Piece[] {
  return [...form.matchAll(/([#@*])<(\d+)-(\d+)>|(#+|@+|\*+)|[^#@*]+/g)].map(([all, sort, least, most, run]) => {
    if (sort) return { text: sort, least: Number(least), most: Number(most) };
    if (run) return { text: run.charAt(0), least: run.length, most: run.length };
    return { text: all, least: 1, most: 1 };
  });
}

function hasForm(form: string, value: string): boolean {
  return form.split("|").some((one) => {
    const pattern = piecesOf(one).map(({ text, least, most }) =>
      SORTS[text] ? `${SORTS[text].pattern}{${least},${most}}` : text,
    );
    return new RegExp(`^${pattern.join("")}$`).test(value);
  });
}

const NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const counted = (count: number): string => NUMBERS[count] ?? String(count);

function pieceWords({ text, least, most }: Piece): string {
  const sort = SORTS[text];
  if (!sort) return text;
  const count = least === most ? counted(most) : `${counted(least)} to ${counted(most)}`;
  return `${count} ${most === 1 ? sort.one : sort.many}`;
}

/** Describes a format in words: `DE and nine digits`, `NL, nine digits, B and two digits`. */
export function formInWords(form: string): string {
  return form
    .split("|")
    .map((one) => {
      const words = piecesOf(one).map(pieceWords);
      return words.length === 1 ? words[0] : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
    })
    .join(", or ");
}

/**
 * Returns a tax ID as it is stored: in capitals, and without separators where its kind has none.
 *
 * The prefix of EU numbers may be omitted.
 */
export function tidyTaxId({ kind, country, value }: TaxId): TaxId {
  const text = value.trim().replaceAll(/\s+/g, " ");
  const known = taxIdKind(kind, country);
  if (!known) return { kind, country, value: text };
  if (/[\s./-]/.test(known.example)) return { kind, country, value: text.toUpperCase() };
  const short = compact(text);
  const prefix = kind === "eu_vat" ? known.example.slice(0, 2) : "";
  return { kind, country, value: prefix && hasForm(known.form, prefix + short) ? prefix + short : short };
}

/** Returns a sentence about a wrong format, with the right one and an example, or null. Expects a tidy tax ID. */
export function taxIdFault({ kind, country, value }: TaxId): string | null {
  if (value === "") return "Enter the number, or remove this tax ID.";
  if (kind === OTHER_KIND) return value.length > 40 ? "A tax ID has at most 40 characters." : null;
  const known = taxIdKind(kind, country);
  if (!known) return "Choose the kind of this tax ID from the list.";
  if (hasForm(known.form, compact(value))) return null;
  return `This number must be ${formInWords(known.form)}, such as ${known.example}.`;
}

/**
 * Finds the kind of a number: by its own prefix, or the only kind of the address's country with its format.
 * Returns OTHER_KIND if that is not certain.
 */
export function guessTaxId(value: string, country: string): TaxId {
  const fitting = taxIdKinds.filter(({ form }) => hasForm(form, compact(value)));
  const telling = fitting.find(({ kind, form }) => kind.endsWith("_vat") && /^[A-Z]{2}/.test(form));
  const [only, second] = fitting.filter((one) => one.country === country);
  const found = telling ?? (second ? undefined : only);
  return tidyTaxId(
    found ? { kind: found.kind, country: found.country, value } : { kind: OTHER_KIND, country: "", value },
  );
}

const EU_MEMBERS: ReadonlySet<string> = new Set(
  // Northern Ireland counts as a member for goods, but not for software.
  taxIdKinds.filter(({ kind, country }) => kind === "eu_vat" && country !== "XI").map(({ country }) => country),
);

/**
 * True if the buyer accounts for the tax in place of the seller: a business in another EU country than the seller, with
 * a VAT number that the provider has verified there. A number that contradicts the address does not count.
 *
 * @param seller country of the seller, two letters.
 * @param buyer country of the buyer's address, empty if there is none.
 */
export function isReverseCharge(
  seller: string,
  buyer: string,
  taxIds: readonly (TaxId & { readonly verification: TaxIdVerdict })[],
): boolean {
  return (
    EU_MEMBERS.has(seller) &&
    taxIds.some(
      ({ kind, country, verification }) =>
        kind === "eu_vat" &&
        verification === "verified" &&
        EU_MEMBERS.has(country) &&
        country !== seller &&
        (buyer === "" || buyer === country),
    )
  );
}
