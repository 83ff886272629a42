import type { NextTime } from "../store/next-time.ts";
import { html, page, section, type Html } from "./html.ts";
import type { PageLink } from "./look.ts";
import type { Overview } from "./overview.ts";
import { customerTable, disputeTable, dueTable, invoiceTable, state, subscriptionTable } from "./overview-tables.ts";
import { instant } from "./wording.ts";

function clock(now: Date): Html {
  const choices: [string, number][] = [
    ["1 hour", 3600],
    ["1 day", 86_400],
    ["3 days", 3 * 86_400],
    ["31 days", 31 * 86_400],
    ["366 days", 366 * 86_400],
  ];
  return html`<h3>Clock</h3>
    <p>
      Now: <time datetime="${now.toISOString()}">${instant(now.getTime() / 1000)} UTC</time>. It moves forward only, for
      every service, and what falls due happens.
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

const SWITCHES: readonly { what: NextTime; act: string; effect: string }[] = [
  { what: "decline_payment", act: "Decline the next payment", effect: "The bank declines it, whatever the card." },
  { what: "lose_webhook", act: "Lose the next webhook", effect: "The event is stored and never sent." },
];

function switches(times: Overview["nextTimes"]): Html {
  return html`<h3>Make something fail</h3>
    ${SWITCHES.map(
      ({ what, act, effect }) =>
        html`<form class="switch" method="post" action="/sandbox/stripe/next">
          <input type="hidden" name="what" value="${what}" />
          <button name="wanted" value="yes">${act}</button>
          ${
            times[what] === 0
              ? html`<span class="muted">${effect}</span>`
              : html`<strong>Waits for the next ${times[what] === 1 ? "one" : String(times[what])}.</strong>
                  <button name="wanted" value="no" class="quiet" aria-label="Cancel: ${act}">Cancel</button>`
          }
        </form>`,
    )}`;
}

function cards(lines: Overview["cards"]): Html {
  return html`<details>
    <summary>Test cards</summary>
    <p class="muted">Any future month and any security code will do.</p>
    <div class="wide" tabindex="0" role="group" aria-label="Test cards">
      <table>
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Saving it</th>
            <th scope="col">Paying with it</th>
          </tr>
        </thead>
        <tbody>
          ${lines.map(
            ({ number, saving, paying }) =>
              html`<tr>
                <td data-label="Number"><code>${number}</code></td>
                <td data-label="Saving it">${saving}</td>
                <td data-label="Paying with it">${paying}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}

function eventLine({ event, delivery }: Overview["events"][number]): Html {
  return html`<li>
    <details>
      <summary>
        <time datetime="${new Date(event.created * 1000).toISOString()}">${instant(event.created)}</time>
        <strong>${event.type}</strong> ${delivery === "" ? null : state(delivery)}
      </summary>
      <form method="post" action="/sandbox/stripe/events/${event.id}/send">
        <code>${event.id}</code> <button class="quiet" aria-label="Send again: ${event.id}">Send again</button>
      </form>
      <pre tabindex="0" aria-label="Body of ${event.id}">${JSON.stringify(event, null, 2)}</pre>
    </details>
  </li>`;
}

function eventList(list: Overview["events"]): Html {
  return section(
    "events",
    "Events",
    list.length === 0
      ? html`<p class="muted">Nothing has happened yet.</p>`
      : html`<p class="muted">Newest first, in UTC, with what became of the webhook. Open one to see its body.</p>
          <ol class="events">
            ${list.map(eventLine)}
          </ol>`,
  );
}

/** The sandbox for people: a clock to move, failures to cause, what there is, what happened and what comes next. */
export function overviewPage(overview: Overview, links: readonly PageLink[], hasClock: boolean): string {
  return page(
    "Payment sandbox",
    html`<h1>Payment sandbox</h1>
      <p class="muted">
        It plays the payment provider: no card is charged, no money moves. The latest of each kind are shown.
      </p>
      ${section("try", "Try it", html`${hasClock ? clock(overview.now) : null} ${switches(overview.nextTimes)} ${cards(overview.cards)}`)}
      ${eventList(overview.events)} ${dueTable(overview)} ${customerTable(overview)} ${subscriptionTable(overview)}
      ${invoiceTable(overview)} ${disputeTable(overview)}`,
    links,
  );
}
