import { badRequest } from "./refusal.ts";

/** A parameter as it arrives: text, or nested by brackets in its name. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type FormObject = { [key: string]: FormValue };

const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);
const DEPTH_MAX = 8;

function isObject(value: FormValue | undefined): value is FormObject {
  return typeof value === "object" && !Array.isArray(value);
}

function put(root: FormObject, path: string[], value: string): void {
  let at = root;
  path.forEach((step, index) => {
    // `expand[]=a` means the next place in the list.
    const key = step === "" ? String(Object.keys(at).length) : step;
    if (index === path.length - 1) {
      at[key] = value;
      return;
    }
    const below = at[key];
    const next: FormObject = isObject(below) ? below : Object.create(null);
    at[key] = next;
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
  const root: FormObject = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split("[").map((step) => step.replace(/\]$/, ""));
    if (path.length > DEPTH_MAX || path.some((step) => FORBIDDEN.has(step))) {
      throw badRequest(`Invalid parameter name: ${name}`, { code: "parameter_unknown", param: name });
    }
    put(root, path, value);
  }
  return Object.fromEntries(Object.entries(root).map(([key, value]) => [key, withLists(value)]));
}
