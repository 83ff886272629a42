import { brandOf, digitsOf, problemOf, readExpiry, type FieldName, type FieldProblem } from "./card-fields.ts";
import { fieldInput, styleInput, type FieldStyle } from "./field-input.ts";

/** The elements that the stand-in has, each with the field that it shows. */
export const ELEMENT_FIELDS: ReadonlyMap<string, FieldName> = new Map([
  ["cardNumber", "number"],
  ["cardExpiry", "expiry"],
  ["cardCvc", "cvc"],
]);

export interface ElementOptions {
  style?: FieldStyle;
}

type Handler = (event?: unknown) => void;

/** The fields of one form, by name. Each element needs the others: the brand decides how long a security code is. */
export type Form = Map<FieldName, HTMLInputElement>;

const STATES = ["empty", "focus", "complete", "invalid"] as const;

/** An element of the provider's script: here one plain input in the page. */
export class StandInElement {
  readonly #type: string;
  readonly #field: FieldName;
  readonly #form: Form;
  readonly #input: HTMLInputElement;
  readonly #handlers = new Map<string, Set<Handler>>();
  readonly #released: () => void;
  #host: HTMLElement | null = null;
  #wasLeft = false;

  constructor(type: string, field: FieldName, options: ElementOptions, form: Form, released: () => void) {
    this.#type = type;
    this.#field = field;
    this.#form = form;
    this.#released = released;
    this.#input = fieldInput(field, () => this.#number());
    form.set(field, this.#input);
    this.#listen();
    this.update(options);
  }

  #number(): string {
    return this.#form.get("number")?.value ?? "";
  }

  #listen(): void {
    const input = this.#input;
    input.addEventListener("input", () => this.#changed());
    input.addEventListener("focus", () => this.#emit("focus", { elementType: this.#type }));
    input.addEventListener("blur", () => {
      if (input.value) this.#wasLeft = true;
      this.#changed();
      this.#emit("blur", { elementType: this.#type });
    });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#emit("escape", { elementType: this.#type });
    });
  }

  #changed(): void {
    const { value } = this.#input;
    const problem = problemOf(this.#field, value, this.#number(), new Date());
    // A field that is still being typed is incomplete, which is no error yet.
    const isShown = value !== "" && (this.#wasLeft || !problem?.code.startsWith("incomplete"));
    const error = isShown && problem ? { type: "validation_error", ...problem } : undefined;
    this.#input.setAttribute("aria-invalid", String(error !== undefined));
    this.#mark({ empty: value === "", complete: problem === null, invalid: error !== undefined });
    this.#emit("change", {
      elementType: this.#type,
      empty: value === "",
      complete: problem === null,
      error,
      brand: brandOf(this.#number()),
    });
  }

  #mark(states: Partial<Record<(typeof STATES)[number], boolean>>): void {
    for (const state of STATES) {
      if (states[state] !== undefined) this.#host?.classList.toggle(`StripeElement--${state}`, states[state]);
    }
  }

  #emit(name: string, event: unknown): void {
    if (name === "focus" || name === "blur") this.#mark({ focus: name === "focus" });
    for (const handler of this.#handlers.get(name) ?? []) handler(event);
  }

  mount(host: HTMLElement): void {
    this.#host = host;
    host.replaceChildren(this.#input);
    host.classList.add("StripeElement");
    this.#mark({ empty: true });
    queueMicrotask(() => {
      if (this.#host === host) this.#emit("ready", { elementType: this.#type });
    });
  }

  on(name: string, handler: Handler): this {
    const handlers = this.#handlers.get(name) ?? new Set();
    this.#handlers.set(name, handlers.add(handler));
    return this;
  }

  off(name: string, handler?: Handler): this {
    if (handler) this.#handlers.get(name)?.delete(handler);
    else this.#handlers.delete(name);
    return this;
  }

  update(options: ElementOptions): void {
    styleInput(this.#input, options.style);
  }

  destroy(): void {
    for (const state of STATES) this.#host?.classList.remove(`StripeElement--${state}`);
    this.#host?.replaceChildren();
    this.#host = null;
    if (this.#form.get(this.#field) === this.#input) this.#form.delete(this.#field);
    this.#released();
  }

  /** The card of the whole form, or its first problem, which is then marked in its field. */
  card(): { card: Record<string, string> } | { problem: FieldProblem } {
    const text = (field: FieldName): string => this.#form.get(field)?.value ?? "";
    for (const field of ["number", "expiry", "cvc"] as const) {
      const problem = problemOf(field, text(field), this.#number(), new Date());
      if (!problem) continue;
      this.#form.get(field)?.setAttribute("aria-invalid", "true");
      return { problem };
    }
    const { month, year } = readExpiry(text("expiry"));
    return { card: { number: digitsOf(text("number")), exp_month: month, exp_year: year, cvc: text("cvc") } };
  }
}
