import type { Paper } from "@foyer/contract/documents";
import { writeCsv } from "@foyer/domain/csv";
import { cents, plainAmount } from "@foyer/domain/money";

const day = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10);

const HEAD = [
  "Number",
  "Kind",
  "Date",
  "Period from",
  "Period to",
  "License",
  "Seats",
  "Lines",
  "Net",
  "Tax",
  "Tax rate",
  "Total",
  "Paid",
  "Currency",
  "Status",
  "Reference",
  "File",
];

/** One paper of an archive, with its file's name. Null without a file. */
export interface Filed {
  readonly paper: Paper;
  readonly file: string | null;
}

/** Returns the index of an archive: one row each, for spreadsheets. */
export function paperIndex(filed: readonly Filed[]): string {
  const rows = filed.map(({ paper, file }) => {
    const { net, tax, tax_rates: rates = [], total, currency } = paper;
    const money = (amount: number | null): string => (amount === null ? "" : plainAmount(cents(amount), currency));
    // A receipt and a refund have a column of their own, so that the sum of each column counts no amount twice.
    const isPayment = net === null;
    return [
      paper.number ?? "",
      paper.kind.replace("_", " "),
      day(paper.date),
      ...(paper.period ? [day(paper.period.start), day(paper.period.end)] : ["", ""]),
      paper.license ?? "",
      paper.seats === null ? "" : String(paper.seats),
      paper.lines.join("; "),
      money(net),
      money(tax),
      rates.map(({ display_name: name, percentage }) => `${name} ${percentage}%`).join("; "),
      money(isPayment ? null : total),
      money(isPayment ? total : null),
      currency.toUpperCase(),
      paper.status,
      paper.reference ?? "",
      file ?? "",
    ];
  });
  return writeCsv([HEAD, ...rows]);
}

/** Returns a name that every system can store: `2026-11-20-invoice-ABCD-0001.pdf`. */
export function fileNameOf({ date, kind, number, id }: Paper, taken: ReadonlySet<string>): string {
  const plain = `${day(date)}-${kind}-${number ?? id}`.normalize("NFKD").replaceAll(/[^\w-]+/g, "-");
  const stem = plain.replaceAll(/-{2,}/g, "-").slice(0, 100);
  for (let copy = 1; ; copy++) {
    const name = `${stem}${copy === 1 ? "" : `-${copy}`}.pdf`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

/** Returns the list of papers whose PDF the provider did not give. */
export function missingList(missing: readonly Paper[]): string {
  const lines = missing.map(({ kind, number, id, date }) => `${day(date)} ${kind.replace("_", " ")} ${number ?? id}`);
  return [
    "The payment provider did not give the PDF of these papers. Their amounts are in index.csv.",
    "Collect the year again later, or write to our support.",
    "",
    ...lines,
    "",
  ].join("\r\n");
}
