import type { Locator, Page } from "@playwright/test";
import { oddLetter } from "../../apps/portal/build/pseudo-language.ts";

/** Of a letter: itself, which people's own data keep, or the one that the pseudo-language has for it. */
function eitherLetter(letter: string): string {
  // Where one text stands in another there are brackets between their words.
  if (letter === " ") return String.raw` (?:\[!! |!!\] |öñé )*`;
  const odd = oddLetter(letter);
  return odd === null ? letter.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`) : `[${letter}${odd}]`;
}

/** Finds in the pseudo-language what a scene looks for in English. */
function pseudoPattern(sought: string | RegExp, isExact = false): RegExp {
  if (typeof sought === "string") {
    const letters = sought.replaceAll(/./gsu, eitherLetter);
    return isExact ? new RegExp(`^(?:\\[!! )?${letters}(?: [öñé ]*!!\\])?$`) : new RegExp(letters, "i");
  }
  // What is escaped, and sets of letters, stay as they are; a sentence begins behind a bracket.
  const source = sought.source
    .replaceAll(/\\.|\[[^\]]*\]|[a-z ]/gi, (part) => (part.length === 1 ? eitherLetter(part) : part))
    .replace(/^\^/, String.raw`^(?:\[!! )?`)
    .replace(/\$$/, String.raw`(?: [öñé ]*!!\])?$`);
  return new RegExp(source, sought.flags);
}

const raws = new WeakMap<object, object>();
const isFinder = (value: unknown): value is Page | Locator =>
  typeof value === "object" && value !== null && "getByRole" in value && "locator" in value;

interface Options {
  name?: string | RegExp;
  hasText?: string | RegExp;
  exact?: boolean;
}

function inOptions(given: unknown): unknown {
  if (typeof given !== "object" || given === null || isFinder(given)) return given;
  const { name, hasText, exact, ...rest } = given as Options;
  return {
    ...rest,
    ...(name !== undefined && { name: pseudoPattern(name, exact) }),
    ...(hasText !== undefined && { hasText: pseudoPattern(hasText) }),
  };
}

function argumentsOf(method: string, given: readonly unknown[]): unknown[] {
  const [first, second] = given;
  if (/^getBy(Text|Label|Placeholder)$/.test(method)) {
    return [pseudoPattern(first as string | RegExp, (second as Options | undefined)?.exact)];
  }
  if (/^(getByRole|filter|locator)$/.test(method)) return given.map(inOptions);
  return given.map((argument) => (isFinder(argument) ? (raws.get(argument) ?? argument) : argument));
}

/** Returns the texts that a step types, or puts into a field as a file. */
function textsOf(method: string, given: unknown): string[] {
  if (method === "fill" && typeof given === "string") return given.split(/[\n,;<]/).map((text) => text.trim());
  if (method !== "setInputFiles" || typeof given !== "object" || given === null || !("buffer" in given)) return [];
  return String(given.buffer).split(/[\n,;]/);
}

/**
 * A page of which everything is found by the words that it would have in English.
 *
 * @param typed collects what the scene types, which the page may show again.
 */
export function pseudoPage<Finder extends Page | Locator>(target: Finder, typed: string[] = []): Finder {
  const proxy = new Proxy(target, {
    get(_, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        typed.push(...textsOf(String(property), given[0]));
        const result: unknown = Reflect.apply(value, target, argumentsOf(String(property), given));
        return isFinder(result) ? pseudoPage(result, typed) : result;
      };
    },
  });
  raws.set(proxy, target);
  return proxy;
}
