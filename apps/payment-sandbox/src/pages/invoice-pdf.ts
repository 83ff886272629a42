import PDFDocument from "pdfkit";
import type { InvoiceFacts } from "./invoice-facts.ts";

const MARGIN = 50;
/** Left edges and widths of the table's columns on A4, in points. */
const COLUMNS = { description: [50, 225], period: [285, 120], quantity: [410, 45], amount: [460, 85] } as const;
const BOTTOM = 740;

type Document = InstanceType<typeof PDFDocument>;

function heading(document: Document, facts: InvoiceFacts): void {
  document.font("Helvetica-Bold").fontSize(20).text(facts.title);
  document.font("Helvetica").fontSize(10).moveDown(0.3).text(facts.seller).moveDown();
  for (const [name, value] of facts.heading) document.text(`${name}: ${value}`);
  document.moveDown().font("Helvetica-Bold").text("Billed to").font("Helvetica");
  for (const line of facts.buyer) document.text(line);
  document.moveDown(1.5);
}

function row(document: Document, cells: InvoiceFacts["lines"][number]): void {
  if (document.y > BOTTOM) document.addPage();
  const top = document.y;
  let bottom = top;
  for (const [name, [left, width]] of Object.entries(COLUMNS) as [keyof typeof COLUMNS, readonly [number, number]][]) {
    const align = name === "amount" || name === "quantity" ? "right" : "left";
    document.text(cells[name], left, top, { width, align });
    bottom = Math.max(bottom, document.y);
  }
  document.x = MARGIN;
  document.y = bottom + 6;
}

function table(document: Document, facts: InvoiceFacts): void {
  document.font("Helvetica-Bold");
  row(document, { description: "Description", period: "Period", quantity: "Quantity", amount: "Amount" });
  document.font("Helvetica");
  for (const line of facts.lines) row(document, line);
  document.moveDown();
  for (const [name, amount] of facts.sums) row(document, { description: "", period: name, quantity: "", amount });
}

/** The invoice as a PDF; `created` makes the same invoice the same bytes. */
export function invoicePdf(facts: InvoiceFacts, created: Date): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const document = new PDFDocument({
      size: "A4",
      margin: MARGIN,
      info: { Title: facts.title, Author: facts.seller, CreationDate: created },
    });
    const parts: Buffer[] = [];
    document.on("data", (part: Buffer) => parts.push(part));
    document.on("end", () => resolve(Buffer.concat(parts)));
    document.on("error", reject);
    heading(document, facts);
    table(document, facts);
    document.end();
  });
}
