import { randomUUID } from "node:crypto";
import type { DeskKind } from "@foyer/domain/consumer-law";
import { addressFault } from "@foyer/domain/addresses";
import { isBlank } from "@foyer/domain/invisible";
import type { ShownStatement } from "@foyer/mail/consumer-desk";
import type { FormFields } from "@foyer/service-kit/form-fields";

/** Values that a person typed into the form. */
export type Typed = Omit<ShownStatement, "id" | "at" | "kind">;

/** Names of the form's fields. */
const fieldNames = ["name", "reference", "contract", "receiptTo"] as const;
export type FieldName = (typeof fieldNames)[number];

const LENGTHS: Readonly<Record<FieldName | "goodCause", number>> = {
  name: 200,
  reference: 254,
  contract: 500,
  receiptTo: 254,
  goodCause: 1_000,
};

/** Control characters, and characters that reverse the direction of a text. */
const UNSHOWABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** Returns a field as one line of text that the database keeps and that is shown as it is. Of a repeated field, the first. */
function textOf(fields: FormFields, name: string): string {
  const given = fields.get(name);
  const text = (Array.isArray(given) ? given[0] : given) ?? "";
  return text.toWellFormed().replaceAll(UNSHOWABLE, " ").trim();
}

export function typedIn(fields: FormFields, kind: DeskKind): Typed {
  const isAtOnce = kind === "cancel" && textOf(fields, "when") === "now";
  return {
    name: textOf(fields, "name"),
    reference: textOf(fields, "reference"),
    contract: textOf(fields, "contract"),
    receiptTo: textOf(fields, "receiptTo"),
    goodCause: isAtOnce ? textOf(fields, "goodCause").slice(0, LENGTHS.goodCause) : null,
  };
}

const MISSING: Readonly<Record<FieldName, string>> = {
  name: "Enter your name.",
  reference: "Enter the email address of your order, or its number.",
  contract: "Enter the product or service of the contract.",
  receiptTo: "Enter an email address for the receipt.",
};

/** Returns what to correct, by field. A statement without faults is accepted, whatever it says. */
export function faultsOf(typed: Typed): Partial<Record<FieldName, string>> {
  const faults = fieldNames.flatMap((name): [FieldName, string][] => {
    const text = typed[name];
    if (text === "" || isBlank(text)) return [[name, MISSING[name]]];
    if (text.length > LENGTHS[name]) return [[name, `Enter at most ${LENGTHS[name]} characters.`]];
    if (name === "receiptTo" && addressFault(text) !== null)
      return [[name, "Enter an email address like name@example.com."]];
    return [];
  });
  return Object.fromEntries(faults);
}

/** The id that the page of a statement carries; a new one without a valid one. */
export function statementIdIn(fields: FormFields): string {
  const given = textOf(fields, "id");
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(given) ? given : randomUUID();
}

/** True for text that programs post into forms. Such a statement is kept, and mailed to nobody. */
export function isSuspicious({ name, reference, contract, goodCause }: Typed): boolean {
  return [name, reference, contract, goodCause ?? ""].some((text) => /:\/\/|\bwww\.|<\/?[a-z]|\[url/i.test(text));
}
