import { type DeskKind, deskWords } from "@foyer/domain/consumer-law";
import { Html, html } from "@foyer/mail/html";
import type { FieldName, Typed } from "./statement.ts";

/** Values of the form before the person types. */
export interface Start {
  readonly typed: Partial<Typed>;
  /** Names that the field of the contract suggests. */
  readonly contracts: readonly string[];
}

type Faults = Partial<Record<FieldName, string>>;

const intro: Readonly<Record<DeskKind, string>> = {
  withdraw:
    "You need no account and no reason. The next page shows your statement. Nothing happens before you confirm it there.",
  cancel: "You need no account. The next page shows your statement. Nothing happens before you confirm it there.",
};

const none = new Html("");

interface Field {
  readonly name: FieldName;
  readonly label: string;
  readonly hint: string;
  /** Further attributes. */
  readonly more: Html;
}

const fields: readonly Field[] = [
  { name: "name", label: "Your name", hint: "", more: html`autocomplete="name"` },
  {
    name: "reference",
    label: "Email address of the order, or order number",
    hint: "The order number is on your invoice or your receipt. The id of a license works too.",
    more: html`autocomplete="email"`,
  },
  {
    name: "contract",
    label: "Contract",
    hint: "The product or service, or the part of it that you mean.",
    more: html`list="contracts" autocomplete="off"`,
  },
  {
    name: "receiptTo",
    label: "Email address for the receipt",
    hint: "We send the receipt of your statement there at once.",
    more: html`inputmode="email" autocomplete="email"`,
  },
];

function fieldHtml(
  { name, label, hint, more }: Field,
  value: string,
  fault: string | undefined,
  isFirst: boolean,
): Html {
  const described = [...(fault ? [`${name}-fault`] : []), ...(hint ? [`${name}-hint`] : [])].join(" ");
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : none}
    ${fault ? html`<p class="fault" id="${name}-fault">${fault}</p>` : none}
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      required
      ${more}
      ${described ? html`aria-describedby="${described}"` : none}
      ${fault ? html`aria-invalid="true"` : none}
      ${isFirst ? html`autofocus` : none}
    />
  </div>`;
}

/** When a cancellation takes effect. */
function whenHtml(goodCause: string | null | undefined): Html {
  const isAtOnce = typeof goodCause === "string";
  const checked = html`checked`;
  return html`<fieldset>
      <legend>When does it end?</legend>
      <label class="choice">
        <input type="radio" name="when" value="period_end" ${isAtOnce ? none : checked} />
        At the end of the paid period, the earliest ordinary date
      </label>
      <label class="choice">
        <input type="radio" name="when" value="now" ${isAtOnce ? checked : none} />
        At once, for good cause
      </label>
    </fieldset>
    <div class="field">
      <label for="goodCause">Good cause</label>
      <p class="hint" id="goodCause-hint">Only for a cancellation at once.</p>
      <textarea id="goodCause" name="goodCause" rows="3" aria-describedby="goodCause-hint">${goodCause ?? ""}</textarea>
    </div>`;
}

/** The form of a statement: with what is known, or with what was typed and what to correct. */
export function formPage(
  kind: DeskKind,
  { typed, contracts }: Start,
  faults: Faults = {},
  problem = "",
): { readonly title: string; readonly body: Html } {
  const title = deskWords[kind].link;
  const first = fields.find(({ name }) => faults[name] !== undefined)?.name;
  const said = first === undefined ? problem : "Please correct what is marked below.";
  const body = html`<h1>${title}</h1>
    ${said ? html`<p class="fault" role="alert">${said}</p>` : none}
    <p>${intro[kind]}</p>
    <form method="post" action="/${kind}" novalidate>
      ${fields.map((field) => fieldHtml(field, typed[field.name] ?? "", faults[field.name], field.name === first))}
      <datalist id="contracts">${contracts.map((name) => html`<option value="${name}"></option>`)}</datalist>
      ${kind === "cancel" ? whenHtml(typed.goodCause) : none}
      <div class="actions"><button class="main">Continue</button></div>
    </form>`;
  return { title: said ? `Error: ${title}` : title, body };
}
