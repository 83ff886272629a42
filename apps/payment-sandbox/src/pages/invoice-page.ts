import { html, page, type Html } from "./html.ts";
import type { InvoiceFacts } from "./invoice-facts.ts";
import type { PageLink } from "./look.ts";

function table(facts: InvoiceFacts): Html {
  return html`<table class="paper">
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
            <td data-label="Period">${line.period}</td>
            <td data-label="Quantity">${line.quantity}</td>
            <td data-label="Amount">${line.amount}</td>
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
  </table>`;
}

/** The page behind `hosted_invoice_url`. */
export function invoicePage(facts: InvoiceFacts, pdfUrl: string, links: readonly PageLink[]): string {
  return page(
    facts.title,
    html`<h1>${facts.title}</h1>
      <p class="muted">This is a test payment: no money moves.</p>
      <section aria-label="${facts.title}">
        <div class="parties">
          <address>
            ${facts.seller.map((line, at) => html`${at === 0 ? html`<strong>${line}</strong>` : line}<br />`)}
          </address>
          <dl>
            ${facts.heading.map(
              ([name, value]) =>
                html`<div>
                  <dt>${name}</dt>
                  <dd>${value}</dd>
                </div>`,
            )}
          </dl>
        </div>
        <h2>Bill to</h2>
        <address>${facts.buyer.map((line) => html`${line}<br />`)}</address>
        <div class="wide" tabindex="0" role="group" aria-label="Lines">${table(facts)}</div>
        ${facts.notes.map((note) => html`<p>${note}</p>`)}
        <p><a href="${pdfUrl}">Download PDF</a></p>
      </section>`,
    links,
  );
}
