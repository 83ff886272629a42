import type { PaperQuote } from "@foyer/contract/paper-quotes";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { cents, formatMoney } from "@foyer/domain/money";
import type { PaperFacts } from "@foyer/paper/paper";
import type { Seller } from "../deps.ts";

/** Returns the usual name of a kind of tax ID: `VAT` of `eu_vat`. */
function taxIdLabel(kind: string): string {
  return kind === "other" ? "Tax ID" : (kind.split("_").at(-1)?.toUpperCase() ?? "Tax ID");
}

const day = (seconds: number): string => formatDate(fromUnixSeconds(seconds));

/** Returns a moment to the minute: `Dec 20, 2026, 09:00 UTC`. */
const moment = (seconds: number): string =>
  `${day(seconds)}, ${fromUnixSeconds(seconds).toISOString().slice(11, 16)} UTC`;

function buyerLines({ name, address, tax_ids: taxIds }: PaperQuote["buyer"]): string[] {
  const { line1, line2, city, state, postal_code: code, country } = address;
  const town = [code, city, state].filter((part) => part !== "").join(" ");
  const land = country === "" ? "" : (new Intl.DisplayNames("en", { type: "region" }).of(country) ?? country);
  const ids = taxIds.map(({ kind, value }) => `${taxIdLabel(kind)}: ${value}`);
  return [name, line1, line2, town, land, ...ids].filter((line) => line !== "");
}

/** Returns the name of the tax: `VAT (19%)` where one rate is charged. */
function taxName({ tax_rates: rates = [] }: PaperQuote): string {
  return rates.length === 0
    ? "Tax"
    : rates.map(({ display_name: name, percentage }) => `${name} (${percentage}%)`).join(", ");
}

function sumsOf(quote: PaperQuote): [string, string][] {
  const { subtotal, tax, tax_included: included = 0, total, currency } = quote;
  const money = (amount: number): string => formatMoney(cents(amount), currency);
  const credit = total - subtotal - (tax - included);
  return [
    ["Subtotal", money(subtotal)],
    [included === 0 ? taxName(quote) : `${taxName(quote)}, included in the subtotal`, money(tax)],
    ...(credit === 0
      ? []
      : [
          [
            credit > 0 ? "Carried over from earlier invoices" : "Credit balance and amounts carried over",
            money(credit),
          ] satisfies [string, string],
        ]),
    ["Total", money(total)],
  ];
}

/** Returns what is offered, in one sentence. */
function subjectOf({ product, seats: { from, to }, interval, kind }: PaperQuote): string {
  const seats = `${to} ${to === 1 ? "seat" : "seats"}`;
  const paid = interval === null ? "paid once" : `billed ${interval === "year" ? "yearly" : "monthly"}`;
  return `${product}: ${kind === "purchase" ? seats : `from ${from} to ${seats}`}, ${paid}.`;
}

/** Returns the content of a quote's paper. @param link of the page on which the payer accepts it. */
export function quoteFacts(
  quote: PaperQuote,
  {
    seller,
    accent,
    mark,
    link,
  }: { readonly seller: Seller; readonly accent: string; readonly mark?: string | undefined; readonly link: string },
): PaperFacts {
  const { number, created, expires_at: expires, currency } = quote;
  const until = moment(expires);
  return {
    kind: "Quote",
    title: `Quote ${number}`,
    seller: [seller.name, ...seller.address, ...(seller.taxId === null ? [] : [`Tax ID: ${seller.taxId}`])],
    accent,
    mark,
    heading: [
      ["Number", number],
      ["Date", day(created)],
      ["Valid until", until],
      ["Currency", currency.toUpperCase()],
      ...(quote.invoice_reference === "" ? [] : [["Reference", quote.invoice_reference] as const]),
    ],
    buyerTitle: "For",
    buyer: buyerLines(quote.buyer),
    subject: subjectOf(quote),
    lines: quote.lines.map(({ text, amount }) => ({ description: text, amount: formatMoney(cents(amount), currency) })),
    sums: sumsOf(quote),
    notes: [
      ...(quote.reverse_charge ? ["Reverse charge: the buyer accounts for the value added tax."] : []),
      `We hold to these amounts until ${until}, as long as plan, seats and tax stay as they are now. ` +
        "If the quote is accepted by then, exactly the total is charged.",
      `To accept it, open ${link}`,
      "Only the account that pays can accept it. Anyone with this address can see the quote.",
    ],
    foot: null,
  };
}
