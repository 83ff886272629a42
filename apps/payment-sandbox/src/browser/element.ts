import { brandOf, digitsOf, problemOf, readExpiry, type FieldName, type FieldProblem } from "./card-fields.ts";
import { fieldInput, styleInput, type FieldStyle } from "./field-input.ts";

/** The kinds of element that the stand-in has, and the fields of each. */
export const ELEMENT_FIELDS: Record<string, readonly FieldName[]> = {
  card: ["number", "expiry", "cvc"],
  payment: ["number", "expiry", "cvc"],
  cardNumber: ["number"],
  cardExpiry: ["expiry"],
  cardCvc: ["cvc"],
};

export interface ElementOptions {
  style?: FieldStyle;
  disabled?: boolean;
  placeholder?: string;
}

type Handler = (event?: unknown) => void;

/** What several elements of one form share: the fields that are filled in between them. */
export interface Form {
  inputs: Map<FieldName, HTMLInputElement>;
}

const STATES = ["empty", "focus", "complete", "invalid"] as const;

/** An element of the provider's script, played by plain inputs in the page. */
export class StandInElement {
  readonly type: string;
  readonly #form: Form;
  readonly #fields: readonly FieldName[];
  readonly #inputs = new Map<FieldName, HTMLInputElement>();
  readonly #handlers = new Map<string, Set<Handler>>();
  readonly #left = new Set<FieldName>();
  #host: HTMLElement | null = null;
  #options: ElementOptions;
  readonly #released: () => void;

  constructor(type: string, options: ElementOptions, form: Form, released: () => void) {
    this.type = type;
    this.#form = form;
    this.#fields = ELEMENT_FIELDS[type] ?? [];
    this.#options = options;
    this.#released = released;
    for (const field of this.#fields) this.#inputs.set(field, this.#input(field));
    this.#applyOptions();
  }

  #input(field: FieldName): HTMLInputElement {
    const input = fieldInput(field, () => this.#form.inputs.get("number")?.value ?? "");
    this.#form.inputs.set(field, input);
    input.addEventListener("input", () => this.#changed());
    input.addEventListener("focus", () => this.#emit("focus", { elementType: this.type }));
    input.addEventListener("blur", () => {
      if (input.value) this.#left.add(field);
      this.#changed();
      this.#emit("blur", { elementType: this.type });
    });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#emit("escape", { elementType: this.type });
    });
    return input;
  }

  #applyOptions(): void {
    for (const input of this.#inputs.values()) {
      styleInput(input, this.#options.style);
      input.disabled = this.#options.disabled === true;
      if (this.#options.placeholder !== undefined && this.#fields.length === 1) {
        input.placeholder = this.#options.placeholder;
      }
    }
  }

  #problems(): Map<FieldName, FieldProblem> {
    const number = this.#form.inputs.get("number")?.value ?? "";
    const found = new Map<FieldName, FieldProblem>();
    for (const [field, input] of this.#inputs) {
      const problem = problemOf(field, input.value, number, new Date());
      if (problem) found.set(field, problem);
    }
    return found;
  }

  /** A problem that a person can see already: not of a field that is still being typed. */
  #shownProblem(): FieldProblem | undefined {
    for (const [field, problem] of this.#problems()) {
      const isUntouched = !this.#inputs.get(field)?.value;
      if (isUntouched || (problem.code.startsWith("incomplete") && !this.#left.has(field))) continue;
      return problem;
    }
    return undefined;
  }

  #changed(): void {
    const inputs = [...this.#inputs.values()];
    const problem = this.#shownProblem();
    const isEmpty = inputs.every((input) => input.value === "");
    const isComplete = this.#problems().size === 0;
    for (const [field, input] of this.#inputs) {
      const own = this.#problems().get(field);
      input.setAttribute("aria-invalid", String(own !== undefined && own.code === problem?.code));
    }
    this.#mark({ empty: isEmpty, complete: isComplete, invalid: problem !== undefined });
    this.#emit("change", {
      elementType: this.type,
      empty: isEmpty,
      complete: isComplete,
      error: problem && { type: "validation_error", ...problem },
      brand: brandOf(this.#form.inputs.get("number")?.value ?? ""),
      value: this.type === "payment" ? { type: "card" } : { postalCode: "" },
      collapsed: false,
    });
  }

  #mark(states: Partial<Record<(typeof STATES)[number], boolean>>): void {
    for (const state of STATES) {
      if (states[state] !== undefined) this.#host?.classList.toggle(`StripeElement--${state}`, states[state]);
    }
  }

  /** Gives the page the fields: side by side, or each below its label in the payment element. */
  #drawn(): HTMLElement {
    const box = document.createElement("div");
    Object.assign(box.style, { display: "flex", gap: "0.75em", flexWrap: this.type === "payment" ? "wrap" : "nowrap" });
    for (const [field, input] of this.#inputs) {
      const cell = document.createElement(this.type === "payment" ? "label" : "div");
      Object.assign(cell.style, { flex: field === "number" ? "3 1 12em" : "1 1 4.5em", minWidth: "0" });
      if (this.type === "payment") {
        const text = document.createElement("span");
        text.textContent = input.getAttribute("aria-label");
        Object.assign(text.style, { display: "block" });
        Object.assign(input.style, {
          border: "1px solid",
          borderRadius: "4px",
          padding: "0.5em",
          boxSizing: "border-box",
        });
        cell.append(text);
      }
      cell.append(input);
      box.append(cell);
    }
    return box;
  }

  #emit(name: string, event: unknown): void {
    if (name === "focus" || name === "blur") this.#mark({ focus: name === "focus" });
    for (const handler of this.#handlers.get(name) ?? []) handler(event);
  }

  mount(target: string | HTMLElement): void {
    const host = typeof target === "string" ? document.querySelector<HTMLElement>(target) : target;
    if (!host) throw new Error("The element to mount on is not in the page.");
    this.#host = host;
    host.replaceChildren(this.#drawn());
    host.classList.add("StripeElement");
    this.#mark({ empty: true });
    queueMicrotask(() => {
      if (this.#host === host) this.#emit("ready", { elementType: this.type });
    });
  }

  on(name: string, handler: Handler): this {
    const handlers = this.#handlers.get(name) ?? new Set();
    this.#handlers.set(name, handlers.add(handler));
    return this;
  }

  once(name: string, handler: Handler): this {
    const run: Handler = (event) => {
      this.off(name, run);
      handler(event);
    };
    return this.on(name, run);
  }

  off(name: string, handler?: Handler): this {
    if (handler) this.#handlers.get(name)?.delete(handler);
    else this.#handlers.delete(name);
    return this;
  }

  update(options: ElementOptions): void {
    this.#options = { ...this.#options, ...options };
    this.#applyOptions();
  }

  unmount(): void {
    for (const state of STATES) this.#host?.classList.remove(`StripeElement--${state}`);
    this.#host?.replaceChildren();
    this.#host = null;
  }

  destroy(): void {
    this.unmount();
    for (const [field, input] of this.#inputs) {
      if (this.#form.inputs.get(field) === input) this.#form.inputs.delete(field);
    }
    this.#released();
  }

  focus(): void {
    this.#inputs.get(this.#fields[0] ?? "number")?.focus();
  }

  blur(): void {
    for (const input of this.#inputs.values()) input.blur();
  }

  clear(): void {
    for (const input of this.#inputs.values()) input.value = "";
    this.#left.clear();
    this.#changed();
  }

  collapse(): void {}

  /** The whole form's card, wherever its fields are; or the first thing wrong with it, now shown. */
  card(): { card: Record<string, string> } | { problem: FieldProblem } {
    const { inputs } = this.#form;
    const number = inputs.get("number")?.value ?? "";
    for (const field of ["number", "expiry", "cvc"] as const) {
      const problem = problemOf(field, inputs.get(field)?.value ?? "", number, new Date());
      if (!problem) continue;
      inputs.get(field)?.setAttribute("aria-invalid", "true");
      return { problem };
    }
    const { month, year } = readExpiry(inputs.get("expiry")?.value ?? "");
    const cvc = inputs.get("cvc")?.value ?? "";
    return { card: { number: digitsOf(number), exp_month: month, exp_year: year, cvc } };
  }
}
