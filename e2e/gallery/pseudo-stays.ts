import { refusals } from "@foyer/contract/refusals";
import { taxIdKinds } from "@foyer/domain/tax-id-kinds";
import { brand } from "../../brand/fernhill.ts";
import type { Scene } from "./scene.ts";

/** What a screen shows as it is in every language, and why. Every other word must come from the catalog. */
const kept: readonly { readonly why: string; readonly form: RegExp }[] = [
  {
    why: "dates are written by one function of the domain, in English until there is a second language",
    form: /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b(?= \d)/g,
  },
  {
    why: "the browser joins a list as its language does",
    form: /(?<=!!\], )and(?= \[!!)/g,
  },
  {
    why: "the record of an act names a field as the service stores it",
    form: /\b[A-Z][a-z ]+(?=: [^:]* → )/g,
  },
  {
    why: "the device names itself in the code that it shows",
    form: /\bLab PC\b/g,
  },
  {
    why: "the services and the portal share these sentences about what is typed; the services send them, too",
    form: /This (?:number|code) must be [^.]*\.|Too easy to guess: [^“”]*/g,
  },
  { why: "a code, an id or a key is copied as it is", form: /\b(?=\w*[\d_-])[\w-]+\b|\b[A-Z]{2,}\b/g },
  {
    why: "networks of cards, browsers, systems and apps have one name",
    form: /\b(?:Visa|Mastercard|American Express|Discover|Chrome|Firefox|Safari|Edge|Opera|Windows|macOS|Mac|iPhone|iPad|Android|Linux)\b/g,
  },
];

/** An address is the same in every language. Removed first, because it contains names. */
export const addresses = /[^\s<]+@[^\s>]+|\bhttps?:\/\/\S+|\/[\w/?=&-]{3,}/g;

/** Keys with free text of people, or with the name of a field; elsewhere a single lower-case word is a state of the wire, which the catalog names. */
const named = /name|by$|user|login|title|subject|text|reason|owner|recipient|account|field|what|staff/;

/** Returns what the address of a scene asks for. */
const askedBy = ({ path }: Scene): string[] => [...new URL(path, "http://portal").searchParams.values()];

/** Returns the texts in a value of the wire that people wrote. */
function textsIn(value: unknown, key = ""): string[] {
  if (typeof value === "string") return named.test(key) || !/^[a-z_]*$/.test(value) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, Array.isArray(value) ? key : name));
}

/**
 * Returns what stays in a scene: texts of the services' answers (data of people, and sentences that the services write
 * themselves), what the scene has typed, the vendor's names, and the forms of `kept`. Longest first, because one may
 * contain another.
 */
export function staysOf(
  scene: Scene,
  typed: readonly string[],
): { readonly texts: readonly string[]; readonly forms: readonly string[] } {
  const sentences = Object.values(refusals).map(({ message }) => message);
  // As the payment provider lists them, with their own names.
  const taxIds = taxIdKinds.map(({ name }) => name);
  const given = [...taxIds, ...textsIn(scene.replies), ...textsIn(brand), ...sentences, ...typed, ...askedBy(scene)];
  // Addresses are removed before.
  const texts = new Set(given.flatMap((text) => [text, text.replaceAll(addresses, " ").trim()]));
  const isText = ({ length }: string) => length > 2;
  return {
    texts: [...texts].filter(isText).toSorted((a, b) => b.length - a.length),
    forms: kept.map(({ form }) => form.source),
  };
}
