import { badRequest } from "./refusal.ts";

/** A parameter as sent: text, or nested by brackets in its name. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type FormObject = { [key: string]: FormValue };

const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);
const DEPTH_MAX = 8;
/** No modeled call sends more than a tenth of this. */
const PARAMETERS_MAX = 1_000;

function isObject(value: FormValue | undefined): value is FormObject {
  return typeof value === "object" && !Array.isArray(value);
}

/** Number of keys of each object. Counting them anew for each key would take quadratic time. */
type Sizes = Map<FormObject, number>;

function set(at: FormObject, key: string, value: FormValue, sizes: Sizes): void {
  if (at[key] === undefined) sizes.set(at, (sizes.get(at) ?? 0) + 1);
  at[key] = value;
}

function put(root: FormObject, path: string[], value: string, sizes: Sizes): void {
  let at = root;
  path.forEach((step, index) => {
    // `expand[]=a` appends to the list.
    const key = step === "" ? String(sizes.get(at) ?? 0) : step;
    if (index === path.length - 1) {
      set(at, key, value, sizes);
      return;
    }
    const below = at[key];
    const next: FormObject = isObject(below) ? below : Object.create(null);
    set(at, key, next, sizes);
    at = next;
  });
}

/** Objects whose keys are all numbers are lists, in the order of the numbers. */
function withLists(value: FormValue): FormValue {
  if (!isObject(value)) return value;
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key) => /^\d+$/.test(key))) {
    return keys.toSorted((a, b) => Number(a) - Number(b)).map((key) => withLists(value[key] ?? ""));
  }
  return Object.fromEntries(keys.map((key) => [key, withLists(value[key] ?? "")]));
}

/** Reads `a[0][b]=c&d=e`, the way the provider's clients encode bodies and query strings. */
export function parseForm(text: string): FormObject {
  if (text.split("&", PARAMETERS_MAX + 1).length > PARAMETERS_MAX) {
    throw badRequest(`Too many parameters: a call has at most ${PARAMETERS_MAX}.`, { code: "parameter_unknown" });
  }
  const root: FormObject = Object.create(null);
  const sizes: Sizes = new Map();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split("[", DEPTH_MAX + 1).map((step) => step.replace(/\]$/, ""));
    if (path.length > DEPTH_MAX || path.some((step) => FORBIDDEN.has(step))) {
      const param = name.slice(0, 100);
      throw badRequest(`Invalid parameter name: ${param}`, { code: "parameter_unknown", param });
    }
    put(root, path, value, sizes);
  }
  return Object.fromEntries(Object.entries(root).map(([key, value]) => [key, withLists(value)]));
}
