import { type DeskKind, timeToTheSecond } from "@foyer/domain/consumer-law";
import { action, facts, type Mail, message, paragraph } from "./message.ts";

/** A statement as its page, its receipt and its mails show it. */
export interface ShownStatement {
  readonly id: string;
  readonly kind: DeskKind;
  readonly at: Date;
  readonly name: string;
  readonly reference: string;
  readonly contract: string;
  readonly receiptTo: string;
  /** Reason of a cancellation at once. */
  readonly goodCause: string | null;
}

/** The statement in one sentence. */
export function statementSentence({ kind, goodCause }: Pick<ShownStatement, "kind" | "goodCause">): string {
  if (kind === "withdraw") return "I withdraw from the contract below.";
  if (goodCause !== null) return "I cancel the contract below at once, for good cause.";
  return "I cancel the contract below at the end of the paid period.";
}

type Fact = readonly [name: string, value: string];

/** A consumer's statement, as names and values. */
export function statedFacts(shown: Omit<ShownStatement, "id" | "at">): readonly Fact[] {
  const { name, reference, contract, receiptTo, goodCause } = shown;
  return [
    ["Name", name],
    ["Order", reference],
    ["Contract", contract],
    ...(goodCause === null || goodCause === "" ? [] : [["Good cause", goodCause] as const]),
    ["Receipt to", receiptTo],
  ];
}

/** Time and number of a statement. */
export function receiptFacts({ id, at }: Pick<ShownStatement, "id" | "at">, timeZone: string): readonly Fact[] {
  return [
    ["Received", timeToTheSecond(at)],
    ...(timeZone === "UTC" ? [] : [["Local time", timeToTheSecond(at, timeZone)] as const]),
    ["Receipt number", id],
  ];
}

const nouns = { withdraw: "withdrawal", cancel: "cancellation" } as const;

export const receiptTitle = (kind: DeskKind): string => `Receipt of your ${nouns[kind]}`;

export const RECEIPT_NOTE =
  "This is the receipt of your statement. It does not say whether we have such a contract with you.";

/** The receipt of a statement, to the address that it names (DESK-03). */
export const statementReceiptMail: Mail<{ statement: ShownStatement; timeZone: string }> = (
  brand,
  { statement, timeZone },
) =>
  message(brand, receiptTitle(statement.kind), [
    paragraph(`${brand.company} received this statement: ${statementSentence(statement)}`),
    facts(...statedFacts(statement), ...receiptFacts(statement, timeZone)),
    paragraph(RECEIPT_NOTE),
    paragraph("Keep this email. If you did not make this statement, you need not do anything."),
  ]);

/** Asks the owner of the order that a statement matches (DESK-04). */
export const statementOrderMail: Mail<{
  statement: ShownStatement;
  timeZone: string;
  /** The matched contract: product, license, order. */
  contract: readonly Fact[];
  link: string;
}> = (brand, { statement, timeZone, contract, link }) => {
  const { kind } = statement;
  const effect =
    kind === "withdraw"
      ? "Your contract then ends at once, with its license and keys, and you get back everything that you paid for it."
      : "Your subscription then ends at the end of the paid period and is not charged again.";
  return message(brand, `Is this ${nouns[kind]} yours?`, [
    paragraph(`We received a ${nouns[kind]} that names your order. ${effect}`),
    facts(...contract),
    action("Carry it out now", `${link}&act=carry_out`),
    paragraph("If you do not use the button, our staff look at the statement. Nothing else happens before that."),
    action("This was not me", `${link}&act=not_me`),
    facts(...statedFacts(statement), ...receiptFacts(statement, timeZone)),
    paragraph("Each link opens a page that asks before anything happens. Do not pass this email on."),
  ]);
};
