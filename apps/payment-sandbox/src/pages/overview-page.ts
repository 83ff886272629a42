import type { Customer } from "../objects/customer.ts";
import type { Event } from "../objects/event.ts";
import type { Invoice } from "../objects/invoice.ts";
import type { Subscription } from "../objects/subscription.ts";
import { html, page, type Html } from "./html.ts";
import { day, instant, money } from "./wording.ts";

/** What the sandbox holds, newest first. */
export interface Overview {
  now: Date;
  customers: readonly Customer[];
  subscriptions: readonly Subscription[];
  invoices: readonly Invoice[];
  events: readonly { event: Event; delivery: string }[];
  dues: readonly { what: string; ref: string; at: number }[];
}

function table(caption: string, columns: readonly string[], rows: readonly (readonly (Html | string)[])[]): Html {
  const body =
    rows.length === 0
      ? html`<tr>
          <td colspan="${columns.length}">None yet.</td>
        </tr>`
      : rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        );
  return html`<h2>${caption}</h2>
    <div class="wide" tabindex="0" role="region" aria-label="${caption}">
      <table>
        <thead>
          <tr>
            ${columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${body}
        </tbody>
      </table>
    </div>`;
}

function clock(now: Date): Html {
  const choices: [string, number][] = [
    ["1 hour", 3600],
    ["1 day", 86_400],
    ["3 days", 3 * 86_400],
    ["31 days", 31 * 86_400],
    ["366 days", 366 * 86_400],
  ];
  return html`<h2>Clock</h2>
    <p>
      Now: <time datetime="${now.toISOString()}">${instant(now.getTime() / 1000)} UTC</time>. It moves forward only, for
      every service; what falls due then happens.
    </p>
    <form id="clock" method="post" action="/sandbox/clock">
      <label
        >Move forward by
        <select name="advance_seconds">
          ${choices.map(([name, seconds]) => html`<option value="${seconds}">${name}</option>`)}
        </select></label
      >
      <button>Move the clock</button> <span role="status" id="clock-status"></span>
    </form>`;
}

function subscriptionRow(one: Subscription): (Html | string)[] {
  const item = one.items.data[0];
  const ending = one.cancel_at === null ? "" : `, ends ${day(one.cancel_at)}`;
  return [
    one.id,
    one.customer,
    `${item.quantity} × ${item.plan.id}`,
    `${one.status}${ending}${one.pending_update ? ", change waits for payment" : ""}`,
    `${day(item.current_period_start)} to ${day(item.current_period_end)}`,
  ];
}

/** The sandbox for people: what there is, what happened, what comes next, and a clock to move. */
export function overviewPage(overview: Overview): string {
  const { customers, subscriptions, invoices, events, dues } = overview;
  return page(
    "Payment sandbox",
    html`<h1>Payment sandbox</h1>
      <p>It plays the payment provider: no card is charged, no money moves. The latest of each kind are shown.</p>
      ${clock(overview.now)}
      ${table(
        "Customers",
        ["Id", "Email", "Name", "Balance", "Default card"],
        customers.map((one) => [
          one.id,
          one.email ?? "",
          one.name ?? "",
          money(one.balance, one.currency ?? "usd"),
          one.invoice_settings.default_payment_method ?? "none",
        ]),
      )}
      ${table("Subscriptions", ["Id", "Customer", "Plan", "Status", "Period"], subscriptions.map(subscriptionRow))}
      ${table(
        "Invoices",
        ["Number", "Customer", "Reason", "Status", "Total", "Date"],
        invoices.map((one) => [
          html`<a href="/sandbox/stripe/invoices/${one.id}">${one.number ?? one.id}</a>`,
          one.customer,
          one.billing_reason,
          one.status,
          money(one.total, one.currency),
          day(one.created),
        ]),
      )}
      ${table(
        "Due next",
        ["At (UTC)", "What", "Of"],
        dues.map((due) => [instant(due.at), due.what, due.ref]),
      )}
      ${table(
        "Events",
        ["At (UTC)", "Type", "Id", "Webhook"],
        events.map(({ event, delivery }) => [instant(event.created), event.type, event.id, delivery]),
      )}`,
  );
}
