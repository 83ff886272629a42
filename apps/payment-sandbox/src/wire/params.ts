import type { FormObject, FormValue } from "./form.ts";
import { badRequest, notModeled } from "./refusal.ts";

/**
 * Parameters that the provider knows and the sandbox does not model, at all or in the call. A call that sends one is refused,
 * so that no caller expects an effect.
 */
const UNMODELED = new Set(
  `account_tax_ids active add_invoice_items allow_redisplay application_fee_amount application_fee_percent
  automatic_payment_methods automatic_tax backdate_start_date billing_cycle_anchor_config billing_details
  billing_schedules billing_thresholds business_name cancel_at cancel_now cancellation_details cash_balance
  collection_method confirm confirmation_token country coupon created currency currency_options custom_fields
  customer_account days_until_due default_payment_method default_source description discount discounts due_date
  effective_at footer from_invoice individual_name invoice_now invoice_prefix issuer jurisdiction mandate
  mandate_data metadata off_session on_behalf_of paid_out_of_band pause_collection payment_method payment_settings
  pending_invoice_item_interval preferred_locales preview_mode product_data promotion_code prorate rendering
  schedule schedule_details shipping shipping_cost shipping_details single_use source state statement_descriptor tax
  tax_type transfer_data transform_usage trial_from_plan trial_period_days trial_settings type types usage_type`.split(
    /\s+/,
  ),
);

function isObject(value: FormValue | undefined): value is FormObject {
  return typeof value === "object" && !Array.isArray(value);
}

/** The parameters of one call. Handlers read each by name and kind, and `end` refuses those that were not read. */
export class Params {
  readonly #values: FormObject;
  readonly #prefix: string;
  readonly #left: Set<string>;
  readonly #nested: Params[] = [];

  constructor(values: FormObject, prefix = "") {
    this.#values = values;
    this.#prefix = prefix;
    this.#left = new Set(Object.keys(values));
  }

  #name(key: string): string {
    return this.#prefix ? `${this.#prefix}[${key}]` : key;
  }

  #take(key: string): FormValue | undefined {
    this.#left.delete(key);
    return this.#values[key];
  }

  #below(values: FormObject, name: string): Params {
    const nested = new Params(values, name);
    this.#nested.push(nested);
    return nested;
  }

  has(key: string): boolean {
    return this.#values[key] !== undefined;
  }

  /** Text, `''` when the caller clears it, undefined when absent. */
  string(key: string): string | undefined {
    const value = this.#take(key);
    if (value === undefined || typeof value === "string") return value;
    throw badRequest(`Invalid string: ${this.#name(key)}`, {
      code: "parameter_invalid_string",
      param: this.#name(key),
    });
  }

  required(key: string): string {
    const value = this.string(key);
    if (value) return value;
    throw badRequest(`Missing required param: ${this.#name(key)}.`, {
      code: value === "" ? "parameter_invalid_empty" : "parameter_missing",
      param: this.#name(key),
    });
  }

  /** Text or null for cleared; `missing` when absent. */
  nullable<T>(key: string, missing: T): string | null | T {
    const value = this.string(key);
    return value === undefined ? missing : value || null;
  }

  integer(key: string, least = 0, most = Number.MAX_SAFE_INTEGER): number | undefined {
    const text = this.string(key);
    if (text === undefined) return undefined;
    if (!/^-?\d{1,15}$/.test(text)) {
      throw badRequest(`Invalid integer: ${text}`, { code: "parameter_invalid_integer", param: this.#name(key) });
    }
    const value = Number(text);
    if (value < least || value > most) {
      throw badRequest(`Invalid ${this.#name(key)}: must be between ${least} and ${most}`, {
        code: "parameter_invalid_integer",
        param: this.#name(key),
      });
    }
    return value;
  }

  decimal(key: string): number | undefined {
    const text = this.string(key);
    if (text === undefined) return undefined;
    if (!/^-?\d{1,12}(\.\d{1,12})?$/.test(text)) {
      throw badRequest(`Invalid decimal: ${text}`, { code: "parameter_invalid_decimal", param: this.#name(key) });
    }
    return Number(text);
  }

  boolean(key: string): boolean | undefined {
    const text = this.string(key);
    if (text === undefined || text === "") return undefined;
    if (text === "true" || text === "false") return text === "true";
    throw badRequest(`Invalid boolean: ${text}`, { code: "parameter_invalid_boolean", param: this.#name(key) });
  }

  oneOf<const T extends string>(key: string, choices: readonly T[]): T | undefined {
    const text = this.string(key);
    if (text === undefined || text === "") return undefined;
    const found = choices.find((choice) => choice === text);
    if (found) return found;
    throw badRequest(`Invalid ${this.#name(key)}: must be one of ${choices.join(", ")}`, { param: this.#name(key) });
  }

  /** The nested parameters under `key`; undefined when absent or cleared. */
  object(key: string): Params | undefined {
    const value = this.#take(key);
    if (value === undefined || value === "") return undefined;
    if (isObject(value)) return this.#below(value, this.#name(key));
    throw badRequest(`Invalid object: ${this.#name(key)}`, {
      code: "parameter_invalid_object",
      param: this.#name(key),
    });
  }

  objects(key: string): Params[] | undefined {
    const value = this.#take(key);
    if (value === undefined || value === "") return undefined;
    const list = Array.isArray(value) ? value : [value];
    return list.map((entry, index) => {
      if (isObject(entry)) return this.#below(entry, `${this.#name(key)}[${index}]`);
      throw badRequest("Invalid array", { code: "parameter_invalid_array", param: this.#name(key) });
    });
  }

  /** A list of texts; empty when cleared, undefined when absent. */
  strings(key: string): string[] | undefined {
    const value = this.#take(key);
    if (value === undefined) return undefined;
    if (value === "") return [];
    const list = Array.isArray(value) ? value : [value];
    return list.map((entry) => {
      if (typeof entry === "string") return entry;
      throw badRequest("Invalid array", { code: "parameter_invalid_array", param: this.#name(key) });
    });
  }

  /** Text values by key: `metadata` and `''` for all of them cleared. */
  dictionary(key: string): Record<string, string> | "" | undefined {
    const value = this.#take(key);
    if (value === undefined || value === "") return value;
    const texts = new Map<string, string>();
    for (const [name, entry] of typeof value === "string" ? [["", value]] : Object.entries(value)) {
      if (typeof name !== "string" || typeof entry !== "string" || name === "") {
        throw badRequest(`Invalid object: ${this.#name(key)}`, { param: this.#name(key) });
      }
      texts.set(name, entry);
    }
    return Object.fromEntries(texts);
  }

  /** Whether the parameter is one text, for parameters that may have several kinds. */
  isText(key: string): boolean {
    return typeof this.#values[key] === "string";
  }

  /** Marks parameters as read that have no effect here. */
  ignore(...keys: string[]): void {
    for (const key of keys) this.#left.delete(key);
  }

  /** Refuses a call with a parameter that was not read. */
  end(): void {
    for (const nested of this.#nested) nested.end();
    for (const key of this.#left) {
      if (UNMODELED.has(key)) throw notModeled(`the parameter ${this.#name(key)}`, this.#name(key));
      throw badRequest(`Received unknown parameter: ${this.#name(key)}`, {
        code: "parameter_unknown",
        param: this.#name(key),
      });
    }
  }
}

/** `metadata` after an update: given keys are set, empty ones removed, `''` clears all. */
export function mergedMetadata(
  before: Record<string, string>,
  given: Record<string, string> | "" | undefined,
): Record<string, string> {
  if (given === undefined) return before;
  if (given === "") return {};
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== ""));
}
