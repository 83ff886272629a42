import PDFDocument from "pdfkit";
import type { InvoiceFacts } from "./invoice-facts.ts";

const MARGIN = 50;
/** A4, in points. */
const PAGE = { width: 595, height: 842 };
const RIGHT = PAGE.width - MARGIN;
/** Left edges and widths of the table's columns. */
const COLUMNS = { description: [50, 215], period: [275, 130], quantity: [405, 45], amount: [455, 90] } as const;
const SUM_NAMES = [285, 165] as const;
/** Nothing but the foot goes below. */
const BOTTOM = 750;
const INK = "#1a1a1a";
const QUIET = "#5c5c5c";
const RULE = "#c9c9c9";

type Document = InstanceType<typeof PDFDocument>;
type Row = InvoiceFacts["lines"][number];

/** Text that the built-in fonts can write: letters that they lack lose their marks, others become a question mark. */
function writable(text: string): string {
  return Array.from(text.normalize("NFC"))
    .map((letter) => {
      if (/[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u.test(letter)) return letter;
      const bare = (LOOKALIKES[letter] ?? letter).normalize("NFD").replaceAll(/\p{M}/gu, "");
      return /^[\u0020-\u007e]+$/.test(bare) ? bare : "?";
    })
    .join("");
}

const LOOKALIKES: Readonly<Record<string, string>> = { Ł: "L", ł: "l", Đ: "D", đ: "d", ı: "i", "\u2212": "-" };

function rule(document: Document): void {
  document.moveTo(MARGIN, document.y).lineTo(RIGHT, document.y).lineWidth(0.5).strokeColor(RULE).stroke();
  document.y += 7;
}

/** Lines below each other; the first one is a name. */
function block(document: Document, lines: readonly string[], left: number, width: number): void {
  lines.forEach((line, index) => {
    document.font(index === 0 ? "Helvetica-Bold" : "Helvetica").text(writable(line), left, document.y, { width });
  });
}

function facts(document: Document, pairs: InvoiceFacts["heading"], left: number): void {
  for (const [name, value] of pairs) {
    const top = document.y;
    document.font("Helvetica").fillColor(QUIET).text(name, left, top, { width: 60 });
    document.fillColor(INK).text(writable(value), left + 60, top, { width: RIGHT - left - 60, align: "right" });
  }
}

/** The seller's mark, as the portal and the mails draw it: its color, the lower part darker. */
function mark(document: Document, accent: string, letters: string | undefined): void {
  const side = 24;
  document.save().roundedRect(MARGIN, MARGIN, side, side, 6).clip();
  document.rect(MARGIN, MARGIN, side, side).fill(accent);
  const band = MARGIN + (side * 13) / 22;
  if (letters === undefined) {
    document
      .rect(MARGIN, band, side, MARGIN + side - band)
      .fillOpacity(0.22)
      .fill("#000000");
  } else {
    document.font("Helvetica-Bold").fontSize(12).fillColor(inkOn(accent));
    document.text(writable(letters), MARGIN, MARGIN + 7.5, { width: side, align: "center", lineBreak: false });
  }
  document.restore();
}

/** Black or white, whichever is easier to read on the color. */
function inkOn(accent: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? "#000000" : "#ffffff";
}

/** Name, beside the mark where there is one, and address. */
function sender(document: Document, { seller, accent, mark: letters }: InvoiceFacts): void {
  const [name = "", ...address] = seller;
  if (accent !== null) mark(document, accent, letters);
  const left = accent === null ? MARGIN : MARGIN + 34;
  document.fillColor(INK).font("Helvetica-Bold").fontSize(13);
  document.text(writable(name), left, MARGIN + 6, { width: 290 - (left - MARGIN) });
  document.font("Helvetica").fontSize(9.5).fillColor(QUIET).y += 10;
  for (const line of address) document.text(writable(line), MARGIN, document.y, { width: 290 });
  document.fillColor(INK);
}

function head(document: Document, paper: InvoiceFacts): void {
  const { kind, heading, buyer } = paper;
  document.fillColor(INK).font("Helvetica-Bold").fontSize(22).text(kind, 345, MARGIN, { width: 200, align: "right" });
  document.fontSize(9.5).y += 6;
  facts(document, heading, 345);
  const afterFacts = document.y;
  sender(document, paper);
  document.y = Math.max(document.y, afterFacts) + 24;
  document.font("Helvetica").fillColor(QUIET).text("Bill to", MARGIN).fillColor(INK).moveDown(0.2);
  block(document, buyer.length > 0 ? buyer : ["No name was given."], MARGIN, 300);
  document.y += 22;
}

function cells(document: Document, row: Row): void {
  const top = document.y;
  let bottom = top;
  for (const [name, [left, width]] of Object.entries(COLUMNS) as [keyof Row, readonly [number, number]][]) {
    const align = name === "amount" || name === "quantity" ? "right" : "left";
    document.text(writable(row[name]), left, top, { width, align });
    bottom = Math.max(bottom, document.y);
  }
  document.x = MARGIN;
  document.y = bottom + 6;
}

function tableHead(document: Document): void {
  document.font("Helvetica").fillColor(QUIET);
  cells(document, { description: "Description", period: "Period", quantity: "Quantity", amount: "Amount" });
  document.fillColor(INK);
  rule(document);
}

function table(document: Document, lines: readonly Row[]): void {
  tableHead(document);
  for (const line of lines) {
    const height = document.heightOfString(writable(line.description), { width: COLUMNS.description[1] });
    if (document.y + height > BOTTOM) {
      document.addPage();
      tableHead(document);
    }
    cells(document, line);
  }
  rule(document);
}

function sums(document: Document, { sums: list, notes }: InvoiceFacts): void {
  if (document.y + list.length * 18 + notes.length * 30 > BOTTOM) document.addPage();
  for (const [name, amount] of list) {
    const top = document.y;
    const isSum = name === "Total" || name === "Amount due";
    document.font(isSum ? "Helvetica-Bold" : "Helvetica");
    if (name === "Total") sumRule(document, top);
    document.text(writable(name), SUM_NAMES[0], top, { width: SUM_NAMES[1] });
    document.text(amount, COLUMNS.amount[0], top, { width: COLUMNS.amount[1], align: "right" });
    document.y += 5;
  }
  document.y += 12;
  document.font("Helvetica");
  for (const note of notes) document.text(writable(note), MARGIN, document.y, { width: RIGHT - MARGIN }).moveDown(0.4);
}

/** Between what is added and what it comes to. */
function sumRule(document: Document, top: number): void {
  document
    .moveTo(SUM_NAMES[0], top - 3)
    .lineTo(RIGHT, top - 3)
    .lineWidth(0.5)
    .strokeColor(RULE)
    .stroke();
}

/** On every page: whose paper it is, which one, and that no money moved. */
function feet(document: Document, { seller, title }: InvoiceFacts): void {
  const { count } = document.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    document.switchToPage(index);
    // Text below the margin would begin another page.
    document.page.margins.bottom = 0;
    document.font("Helvetica").fontSize(8).fillColor(QUIET);
    const width = RIGHT - MARGIN;
    const page = `${title}, page ${index + 1} of ${count}`;
    document.text(writable(seller.join(" · ")), MARGIN, 785, { width, height: 10, ellipsis: true });
    document.text("Test paper of the payment sandbox: no money moves.", MARGIN, 798, { width });
    document.text(writable(page), MARGIN, 798, { width, align: "right" });
  }
}

/** The invoice as a PDF; `created` makes the same invoice the same bytes. */
export function invoicePdf(invoice: InvoiceFacts, created: Date): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const document = new PDFDocument({
      size: "A4",
      margin: MARGIN,
      bufferPages: true,
      info: { Title: invoice.title, Author: invoice.seller[0] ?? "", CreationDate: created },
    });
    const parts: Buffer[] = [];
    document.on("data", (part: Buffer) => parts.push(part));
    document.on("end", () => resolve(Buffer.concat(parts)));
    document.on("error", reject);
    head(document, invoice);
    table(document, invoice.lines);
    sums(document, invoice);
    feet(document, invoice);
    document.end();
  });
}
