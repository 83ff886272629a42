import type { Subscription } from "../objects/subscription.ts";
import { html, section, type Html } from "./html.ts";
import type { Overview } from "./overview.ts";
import { day, instant, money } from "./wording.ts";

/** Columns whose head ends where their amounts end. */
const AMOUNTS = new Set(["Amount", "Balance", "Total"]);
const AT_END = html` class="end"`;

interface Columns {
  id: string;
  title: string;
  names: readonly string[];
  /** Said where there are no rows. */
  empty: string;
}

function table({ id, title, names, empty }: Columns, rows: readonly (readonly (Html | string)[])[]): Html {
  if (rows.length === 0) return section(id, title, html`<p class="muted">${empty}</p>`);
  return section(
    id,
    title,
    html`<div class="wide" tabindex="0" role="group" aria-label="${title}">
      <table>
        <thead>
          <tr>
            ${names.map((name) => html`<th scope="col" ${AMOUNTS.has(name) ? AT_END : null}>${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (cells) =>
              html`<tr>
                ${cells.map((cell, at) => html`<td data-label="${names[at] ?? ""}">${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`,
  );
}

const TONES: readonly (readonly [RegExp, string])[] = [
  [/^(active|paid|delivered)/, "good"],
  [/^(past_due|waiting|open|incomplete|needs_response)/, "warn"],
  [/^(dropped|given_up|unpaid|canceled|void|lost)/, "bad"],
];

/** A state in a colored label. */
export function state(text: string): Html {
  const tone = TONES.find(([begins]) => begins.test(text))?.[1] ?? "plain";
  return html`<span class="tag ${tone}">${text.replaceAll("_", " ")}</span>`;
}

const id = (text: string): Html => html`<code>${text}</code>`;
const amount = (text: string): Html => html`<span class="amount">${text}</span>`;

function subscriptionRow(one: Subscription): (Html | string)[] {
  const item = one.items.data[0];
  const ending = one.cancel_at === null ? null : html` ends ${day(one.cancel_at)}`;
  return [
    id(one.id),
    id(one.customer),
    `${item.quantity} × ${item.plan.id}`,
    html`${state(one.status)}${ending}${one.pending_update ? " change waits for payment" : null}`,
    `${day(item.current_period_start)} to ${day(item.current_period_end)}`,
  ];
}

export function dueTable({ dues }: Overview): Html {
  return table(
    { id: "due", title: "Due next", names: ["At (UTC)", "What", "Of"], empty: "Nothing is due." },
    dues.map((due) => [instant(due.at), due.what, id(due.ref)]),
  );
}

export function customerTable({ customers }: Overview): Html {
  return table(
    {
      id: "customers",
      title: "Customers",
      names: ["Id", "Email", "Name", "Balance", "Default card"],
      empty: "No customers yet. The first is made when somebody adds a card.",
    },
    customers.map((one) => [
      id(one.id),
      one.email ?? "",
      one.name ?? "",
      amount(money(one.balance, one.currency ?? "usd")),
      id(one.invoice_settings.default_payment_method ?? "none"),
    ]),
  );
}

export function subscriptionTable({ subscriptions }: Overview): Html {
  return table(
    {
      id: "subscriptions",
      title: "Subscriptions",
      names: ["Id", "Customer", "Plan", "Status", "Period"],
      empty: "No subscriptions yet.",
    },
    subscriptions.map(subscriptionRow),
  );
}

export function invoiceTable({ invoices }: Overview): Html {
  return table(
    {
      id: "invoices",
      title: "Invoices",
      names: ["Number", "Customer", "Reason", "Status", "Total", "Date", "In the dashboard"],
      empty: "No invoices yet.",
    },
    invoices.map((one) => [
      html`<a href="/sandbox/stripe/invoices/${one.id}">${one.number ?? one.id}</a>`,
      id(one.customer),
      one.billing_reason.replaceAll("_", " "),
      state(one.status),
      amount(money(one.total, one.currency)),
      day(one.created),
      one.status === "paid" && one.amount_paid > 0 ? dashboardActs(one) : "",
    ]),
  );
}

/** What the vendor and the card holder can do without this portal. */
function dashboardActs({ id: invoice, number }: Overview["invoices"][number]): Html {
  const button = (act: string, name: string): Html =>
    html`<form class="switch" method="post" action="/sandbox/stripe/invoices/${invoice}/${act}">
      <button class="quiet" aria-label="${name}: ${number ?? invoice}">${name}</button>
    </form>`;
  return html`${button("refund", "Refund")} ${button("dispute", "Dispute")}`;
}

export function disputeTable({ disputes }: Overview): Html {
  return table(
    {
      id: "disputes",
      title: "Disputes",
      names: ["Id", "Charge", "Status", "Amount", "Date", "Decide"],
      empty: "No card holder disputes a payment.",
    },
    disputes.map((one) => [
      id(one.id),
      id(one.charge),
      state(one.status),
      amount(money(one.amount, one.currency)),
      day(one.created),
      one.status === "needs_response"
        ? html`<form class="switch" method="post" action="/sandbox/stripe/disputes/${one.id}/decide">
            <button class="quiet" name="status" value="won" aria-label="Won: ${one.id}">Won</button>
            <button class="quiet" name="status" value="lost" aria-label="Lost: ${one.id}">Lost</button>
          </form>`
        : "",
    ]),
  );
}
