import { ELEMENT_FIELDS, StandInElement, type ElementOptions, type Form } from "./element.ts";

interface Component {
  __elementType?: string;
}

/** The elements of one form, as `stripe.elements()` gives them. */
export class StandInElements {
  readonly clientSecret: string | undefined;
  readonly #made = new Map<string, StandInElement>();
  readonly #form: Form = { inputs: new Map() };

  constructor(options: { clientSecret?: string } | undefined) {
    this.clientSecret = options?.clientSecret;
  }

  create(type: string, options: ElementOptions = {}): StandInElement {
    if (!ELEMENT_FIELDS[type]) throw new Error(`The payment sandbox's script has no ${type} element.`);
    if (this.#made.has(type))
      throw new Error(`Can only create one Element of type ${type} through an Elements object.`);
    const element = new StandInElement(type, options, this.#form, () => this.#made.delete(type));
    this.#made.set(type, element);
    return element;
  }

  /** Takes the type, or the React component of it. */
  getElement(wanted: string | Component): StandInElement | null {
    const type = typeof wanted === "string" ? wanted : wanted.__elementType;
    return this.#made.get(type ?? "") ?? null;
  }

  update(): void {}

  async fetchUpdates(): Promise<Record<string, never>> {
    return {};
  }

  async submit(): Promise<{ error?: unknown; selectedPaymentMethod?: string }> {
    const read = this.any()?.card();
    if (read && "problem" in read) return { error: { type: "validation_error", ...read.problem } };
    return { selectedPaymentMethod: "card" };
  }

  /** One of the elements, which knows the whole form. */
  any(): StandInElement | null {
    return this.#made.values().next().value ?? null;
  }
}
