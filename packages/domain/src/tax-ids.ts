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

/** Removes what people put between the parts of a number: spaces, dots, dashes, slashes and other signs. */
const compact = (value: string): string =>
  value
    .slice(0, 200)
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}+*?]/gu, "");

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

/** Words that people write before a number. */
const LABELS =
  "VATREGNO|VATNUMBER|VATNO|VATID|VAT|USTIDNR|USTID|UIDNR|UID|MWSTNR|MWST|BTWNR|BTWID|BTW|TVA|PARTITAIVA|PIVA|IVA|NIFIVA|NIF|CIF|NIP|CVRNR|CVR|MOMSNR|MOMS|ORGNR|ALV|DIČ|DIC|IČDPH|ICDPH|NR";

/**
 * Numbers of the EU that are written shorter or longer elsewhere: Belgian ones had nine digits before 2005, and the
 * Hungarian domestic number begins with the one of the EU.
 */
const EU_SPELLINGS: Readonly<Record<string, readonly [RegExp, string]>> = {
  BE: [/^(\d{9})$/, "BE0$1"],
  HU: [/^(\d{8})\d{3}$/, "HU$1"],
};

/**
 * Returns the spellings in which a compact number may have the format of its kind: without a label, without the prefix
 * of its country, and with the letters of the format that were left out. A digit is never added.
 */
function spellingsOf({ kind, country, form, example, name }: TaxIdKind, short: string): string[] {
  const isOthers = ({ country: other, form: theirs }: TaxIdKind): boolean =>
    other !== country && hasForm(theirs, short);
  if (kind === "eu_vat" && taxIdKinds.some((one) => one.kind === kind && isOthers(one))) return [short];
  const names = name.match(/\p{Lu}{2,}/gu) ?? [];
  const label = new RegExp(`^(?:${[LABELS, ...names].join("|")})+(?=[A-Z]*[0-9])`);
  const own = new Set([country, ...(kind === "eu_vat" ? [example.slice(0, 2)] : [])]);
  const bare = [short, short.replace(label, "")].flatMap((text) => [
    text,
    ...(own.has(text.slice(0, 2)) ? [text.slice(2)] : []),
  ]);
  const [pattern, other] = (kind === "eu_vat" ? EU_SPELLINGS[country] : undefined) ?? [/^$/, ""];
  const all = bare.flatMap((text) => [text, text.replace(pattern, other)]);
  return all.flatMap((text) => [text, ...form.split("|").flatMap((one) => completed(one, text))]);
}

/** Returns the text with the letters that a format has before or after its digits, or with the last of those before. */
function completed(form: string, text: string): string[] {
  const [, before = ""] = /^([A-Z]+)/.exec(form) ?? [];
  const [, after = ""] = /[#*@>]([A-Z]+)$/.exec(form) ?? [];
  const begun = Array.from({ length: before.length }, (_, at) => before.slice(0, at + 1) + text);
  return [...begun, text + after, ...begun.map((one) => one + after)];
}

/** Lays a compact number out as its kind's example is written: `CHE-123.456.789 MWST`. */
function laidOut({ example }: TaxIdKind, short: string): string {
  const letters = compact(example).length;
  const hasSuffix = /\s[A-Z]+$/.test(example);
  const core = hasSuffix ? /^(.*\d)([A-Z]*)$/.exec(short) : null;
  const [pattern = ""] = hasSuffix ? example.split(" ") : [example];
  const number = core?.[1] ?? short;
  if (number.length !== (hasSuffix ? compact(pattern).length : letters)) return short;
  let at = 0;
  const spaced = Array.from(pattern, (sign) => (/[\p{L}\p{N}]/u.test(sign) ? number.charAt(at++) : sign)).join("");
  return [spaced, core?.[2] ?? ""].join(" ").trim();
}

/**
 * Returns a tax ID as it is stored and shown: in capitals, laid out like the example of its kind. Accepts every usual
 * spelling: with other separators, with or without the country's prefix, `GR` for Greece, and without letters that only
 * say what the number is, such as `CHE` or `MVA`.
 */
export function tidyTaxId({ kind, country, value }: TaxId): TaxId {
  const text = value.trim().replaceAll(/\s+/g, " ");
  const known = taxIdKind(kind, country);
  if (!known) return { kind, country, value: text };
  const short = compact(text);
  const right = spellingsOf(known, short).find((spelling) => hasForm(known.form, spelling));
  if (right !== undefined) return { kind, country, value: laidOut(known, right) };
  return { kind, country, value: /[\s./-]/.test(known.example) ? text.toUpperCase() : short };
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
  const short = compact(value).replace(/^GR(?=\d{9}$)/, "EL");
  const fitting = taxIdKinds.filter(({ form }) => hasForm(form, short));
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
