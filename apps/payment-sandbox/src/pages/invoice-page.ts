import { html, page } from "./html.ts";
import type { InvoiceFacts } from "./invoice-facts.ts";

/** The page behind `hosted_invoice_url`. */
export function invoicePage(facts: InvoiceFacts, pdfUrl: string): string {
  return page(
    facts.title,
    html`<h1>${facts.title}</h1>
      <p>${facts.seller}. This is a test payment: no money moves.</p>
      <dl>
        ${facts.heading.map(
          ([name, value]) =>
            html`<div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>
      <h2>Billed to</h2>
      <address>${facts.buyer.map((line) => html`${line}<br />`)}</address>
      <h2>Lines</h2>
      <table>
        <thead>
          <tr>
            <th>Description</th>
            <th>Period</th>
            <th>Quantity</th>
            <th>Amount</th>
          </tr>
        </thead>
        <tbody>
          ${facts.lines.map(
            (line) =>
              html`<tr>
                <td>${line.description}</td>
                <td>${line.period}</td>
                <td>${line.quantity}</td>
                <td>${line.amount}</td>
              </tr>`,
          )}
        </tbody>
        <tfoot>
          ${facts.sums.map(
            ([name, value]) =>
              html`<tr>
                <th colspan="3" scope="row">${name}</th>
                <td>${value}</td>
              </tr>`,
          )}
        </tfoot>
      </table>
      <p><a href="${pdfUrl}">Download PDF</a></p>`,
  );
}
