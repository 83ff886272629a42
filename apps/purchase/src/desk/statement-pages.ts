import { type DeskKind, deskWords } from "@foyer/domain/consumer-law";
import {
  RECEIPT_NOTE,
  receiptFacts,
  receiptTitle,
  type ShownStatement,
  statedFacts,
  statementSentence,
} from "@foyer/mail/consumer-desk";
import { type Html, html } from "@foyer/mail/html";
import type { StoredStatement } from "../statements/statement-store.ts";
import { contractFacts } from "./mails.ts";
import { factList } from "./page-frame.ts";
import type { Typed } from "./statement.ts";

interface Page {
  readonly title: string;
  readonly body: Html;
}

function hiddenFields(typed: Typed, id: string): readonly Html[] {
  const { goodCause, ...texts } = typed;
  const when = goodCause === null ? [] : [["when", "now"] as const, ["goodCause", goodCause] as const];
  return [...Object.entries(texts), ...when, ["id", id] as const].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
}

/** Shows a statement before it is made. */
export function reviewPage(kind: DeskKind, typed: Typed, id: string): Page {
  return {
    title: "Your statement",
    body: html`<h1>Your statement</h1>
      <p>${statementSentence({ kind, goodCause: typed.goodCause })}</p>
      ${factList(statedFacts({ kind, ...typed }))}
      <form method="post" action="/${kind}/confirm">
        ${hiddenFields(typed, id)}
        <div class="actions">
          <button class="main">${deskWords[kind].confirm}</button>
          <button name="change" value="1" formaction="/${kind}">Change</button>
        </div>
      </form>`,
  };
}

/** The receipt of a statement. It is the same for known and unknown orders. */
export function receiptPage(statement: ShownStatement, company: string, timeZone: string): Page {
  const title = receiptTitle(statement.kind);
  const facts = [...statedFacts(statement), ...receiptFacts(statement, timeZone)];
  const sentence = statementSentence(statement);
  const text = [title, company, sentence, ...facts.map(([name, value]) => `${name}: ${value}`), RECEIPT_NOTE].join(
    "\n",
  );
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${company} received this statement:</p>
      <p>${sentence}</p>
      ${factList(facts)}
      <p>${RECEIPT_NOTE}</p>
      <p>
        We send this receipt to ${statement.receiptTo}, unless that address got three such emails today. Keep it, or
        save this page.
      </p>
      <div class="actions">
        <a
          class="button"
          download="receipt-${statement.id}.txt"
          href="data:text/plain;charset=utf-8,${encodeURIComponent(text)}"
          >Save the receipt</a
        >
      </div>`,
  };
}

const sentences = {
  asked: {
    withdraw:
      "The contract ends at once, with its license and keys. You get back everything that you paid for it, by the way you paid.",
    cancel: "The subscription ends at the end of the paid period, and is not charged again.",
  },
  carrying: "You confirmed it. It is being carried out, and an email tells you when it is done.",
  carried_out: {
    withdraw: "It is carried out. The contract has ended, and what you paid is on its way back.",
    cancel: "It is carried out. The subscription ends at the end of the paid period.",
  },
  closed: "Our staff have decided about this statement.",
  waiting: "Our staff look at this statement. Nothing happens before that.",
} as const;

/** Shows the state of a statement to the owner of its order. Until she decides, the page has the two buttons. */
export function orderPage(
  stated: StoredStatement,
  asked: { readonly code: string; readonly act: string } | null,
): Page {
  const { id, kind, state, match } = stated;
  const title = kind === "withdraw" ? "Withdrawal from your contract" : "Cancellation of your contract";
  const known = state === "looking" ? "waiting" : state;
  const said = asked ? sentences.asked[kind] : sentences[known];
  const button = (act: string, label: string): Html =>
    html`<button name="act" value="${act}" class="${act === asked?.act ? "main" : ""}">${label}</button>`;
  return {
    title,
    body: html`<h1>${title}</h1>
      ${match ? factList(contractFacts(match)) : html``}
      <p role="status">${typeof said === "string" ? said : said[kind]}</p>
      ${
        asked
          ? html`<form method="post" action="/${kind}/order">
              <input type="hidden" name="id" value="${id}" />
              <input type="hidden" name="code" value="${asked.code}" />
              <div class="actions">
                ${button("carry_out", "Carry it out now")} ${button("not_me", "This was not me")}
              </div>
            </form>`
          : html``
      }`,
  };
}

export const deadLinkPage: Page = {
  title: "This link does not work",
  body: html`<h1>This link does not work</h1>
    <p>It may be incomplete. Open it from the email again. Nothing was changed.</p>`,
};

export const failurePage = (support: string): Page => ({
  title: "Something went wrong",
  body: html`<h1>Something went wrong</h1>
    <p role="alert">Your statement may not have been stored. Please try again in a moment, or write to ${support}.</p>`,
});
