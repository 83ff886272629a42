import { ELEMENT_FIELDS, StandInElement, type ElementOptions, type Form } from "./element.ts";

interface Component {
  __elementType?: string;
}

/** The elements of one form, as `stripe.elements()` returns them. */
export class StandInElements {
  readonly #made = new Map<string, StandInElement>();
  readonly #form: Form = new Map();

  create(type: string, options: ElementOptions = {}): StandInElement {
    const field = ELEMENT_FIELDS.get(type);
    if (!field) throw new Error(`The payment sandbox's script has no ${type} element.`);
    if (this.#made.has(type))
      throw new Error(`Can only create one Element of type ${type} through an Elements object.`);
    const element = new StandInElement(type, field, options, this.#form, () => this.#made.delete(type));
    this.#made.set(type, element);
    return element;
  }

  /** Takes the type, or the React component of it. */
  getElement(wanted: string | Component): StandInElement | null {
    const type = typeof wanted === "string" ? wanted : wanted.__elementType;
    return this.#made.get(type ?? "") ?? null;
  }

  update(): void {}
}
