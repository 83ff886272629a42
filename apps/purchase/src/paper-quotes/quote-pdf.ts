import { inkOn } from "@foyer/domain/accent";
import type PDFDocument from "pdfkit";
import { drawable } from "./pdf-text.ts";
import type { QuoteFacts } from "./quote-facts.ts";

const MARGIN = 50;
/** A4, in points. */
const PAGE = { width: 595, height: 842 };
const RIGHT = PAGE.width - MARGIN;
const WIDTH = RIGHT - MARGIN;
/** Left edge and width of the amounts. */
const AMOUNTS = [430, 115] as const;
const SUM_NAMES = [255, 165] as const;
/** Nothing but the foot goes below. */
const BOTTOM = 750;
const INK = "#1a1a1a";
const QUIET = "#5c5c5c";
const RULE = "#c9c9c9";

type Document = InstanceType<typeof PDFDocument>;

function rule(document: Document, from = MARGIN): void {
  document.moveTo(from, document.y).lineTo(RIGHT, document.y).lineWidth(0.5).strokeColor(RULE).stroke();
  document.y += 8;
}

/** The mark of the portal and the mails: the seller's color, the lower part darker. */
function mark(document: Document, accent: string, letters: string | undefined): void {
  const side = 24;
  const band = MARGIN + (side * 13) / 22;
  document.save().roundedRect(MARGIN, MARGIN, side, side, 6).clip();
  document.rect(MARGIN, MARGIN, side, side).fill(accent);
  if (letters === undefined) {
    document
      .rect(MARGIN, band, side, MARGIN + side - band)
      .fillOpacity(0.22)
      .fill("#000000");
  } else {
    document.font("Helvetica-Bold").fontSize(12).fillColor(inkOn(accent));
    document.text(drawable(letters), MARGIN, MARGIN + 7.5, { width: side, align: "center", lineBreak: false });
  }
  document.restore();
}

function sender(document: Document, { seller: [name = "", ...address], accent, mark: letters }: QuoteFacts): void {
  mark(document, accent, letters);
  document.fillColor(INK).font("Helvetica-Bold").fontSize(13);
  document.text(drawable(name), MARGIN + 34, MARGIN + 6, { width: 250 });
  document.font("Helvetica").fontSize(9.5).fillColor(QUIET).y += 10;
  for (const line of address) document.text(drawable(line), MARGIN, document.y, { width: 290 });
}

function heading(document: Document, { heading: pairs }: QuoteFacts): void {
  document
    .fillColor(INK)
    .font("Helvetica-Bold")
    .fontSize(22)
    .text("Quote", 345, MARGIN, { width: 200, align: "right" });
  document.font("Helvetica").fontSize(9.5).y += 6;
  for (const [name, value] of pairs) {
    const top = document.y;
    document.fillColor(QUIET).text(name, 345, top, { width: 60 });
    document.fillColor(INK).text(drawable(value), 405, top, { width: RIGHT - 405, align: "right" });
  }
}

function buyer(document: Document, { buyer: lines }: QuoteFacts): void {
  document.font("Helvetica").fillColor(QUIET).text("For", MARGIN).fillColor(INK).moveDown(0.2);
  lines.forEach((line, at) => {
    document.font(at === 0 ? "Helvetica-Bold" : "Helvetica").text(drawable(line), MARGIN, document.y, { width: 300 });
  });
}

function row(document: Document, [text, amount]: readonly [string, string]): void {
  const width = AMOUNTS[0] - MARGIN - 10;
  if (document.y + document.heightOfString(drawable(text), { width }) > BOTTOM) document.addPage();
  const top = document.y;
  document.text(drawable(text), MARGIN, top, { width });
  const bottom = document.y;
  document.text(drawable(amount), AMOUNTS[0], top, { width: AMOUNTS[1], align: "right" });
  document.x = MARGIN;
  document.y = bottom + 6;
}

function table(document: Document, { subject, lines }: QuoteFacts): void {
  document.font("Helvetica-Bold").fontSize(11).text(drawable(subject), MARGIN, document.y, { width: WIDTH });
  document.fontSize(9.5).y += 14;
  document.font("Helvetica").fillColor(QUIET);
  row(document, ["Description", "Amount"]);
  document.fillColor(INK);
  rule(document);
  for (const line of lines) row(document, line);
  rule(document);
}

function sums(document: Document, { sums: list, notes }: QuoteFacts): void {
  if (document.y + list.length * 18 + notes.length * 30 > BOTTOM) document.addPage();
  for (const [name, amount] of list) {
    const isTotal = name === "Total";
    if (isTotal) rule(document, SUM_NAMES[0]);
    const top = document.y;
    document.font(isTotal ? "Helvetica-Bold" : "Helvetica");
    document.text(name, SUM_NAMES[0], top, { width: SUM_NAMES[1] });
    const bottom = document.y;
    document.text(drawable(amount), AMOUNTS[0], top, { width: AMOUNTS[1], align: "right" });
    document.y = bottom + 5;
  }
  document.font("Helvetica").y += 18;
  for (const note of notes) {
    const link = /https?:\/\/\S+/.exec(note)?.[0];
    document.text(drawable(note), MARGIN, document.y, { width: WIDTH, ...(link ? { link } : {}) }).moveDown(0.5);
  }
}

function feet(document: Document, { seller, title }: QuoteFacts): void {
  const { count } = document.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    document.switchToPage(index);
    // Text below the margin would begin another page.
    document.page.margins.bottom = 0;
    document.font("Helvetica").fontSize(8).fillColor(QUIET);
    document.text(drawable(seller.join(" · ")), MARGIN, 785, { width: WIDTH, height: 10, ellipsis: true });
    document.text(drawable(`${title}, page ${index + 1} of ${count}`), MARGIN, 798, { width: WIDTH, align: "right" });
  }
}

/** Draws a quote as a PDF. `created` makes the same quote the same bytes. */
export async function quotePdf(quote: QuoteFacts, created: Date): Promise<Buffer> {
  // Loaded with the first quote.
  const { default: Pdf } = await import("pdfkit");
  return await new Promise((resolve, reject) => {
    const info = { Title: quote.title, Author: quote.seller[0] ?? "", CreationDate: created };
    const document = new Pdf({ size: "A4", margin: MARGIN, bufferPages: true, lang: "en", info });
    const parts: Buffer[] = [];
    document.on("data", (part: Buffer) => parts.push(part));
    document.on("end", () => resolve(Buffer.concat(parts)));
    document.on("error", reject);
    heading(document, quote);
    const afterHeading = document.y;
    sender(document, quote);
    document.y = Math.max(document.y, afterHeading) + 24;
    buyer(document, quote);
    document.y += 26;
    table(document, quote);
    sums(document, quote);
    feet(document, quote);
    document.end();
  });
}
