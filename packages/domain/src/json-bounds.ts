/** Limits of a body. */
export interface Bounds {
  /**
   * Fields of an object including nested objects, counted separately for each list item. Also limits the
   * number of different names in the text.
   */
  readonly fields: number;
  /** Items of one list. */
  readonly items: number;
  /** Items of all lists together. */
  readonly itemsInAll: number;
  /** Nesting depth of objects and lists. 1 is an object with plain values. */
  readonly depth: number;
}

/** The limit that a text exceeds. `twice`: an object has two fields of the same name. */
export type Excess = "fields" | "items" | "depth" | "twice";

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const LIST = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/**
 * The open objects and lists at the current position. Arrays are indexed by depth, so memory does not grow
 * with the text.
 */
class OpenValues {
  readonly #bounds: Bounds;
  #depth = 0;
  /** Number of objects so far, which is the number of the latest one. */
  #begun = 0;
  /** By depth: the object's number, or 0 for a list. */
  readonly #objects: number[] = [];
  /** By depth: commas of a list. A nonempty list has one more item. */
  readonly #commas: number[] = [];
  #itemsInAll = 0;
  /** By depth: the depth of the object that counts this one's fields. */
  readonly #countedAt: number[] = [];
  readonly #fields: number[] = [];
  /** All names so far, with their index in `#lastWith`. */
  readonly #names = new Map<string, number>();
  /** By depth and name: the last object at that depth with that name. */
  readonly #lastWith: number[][] = [];

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  begin(isObject: boolean): Excess | null {
    const isField = this.#depth > 0 && this.#objects[this.#depth] !== 0;
    this.#depth += 1;
    if (this.#depth > this.#bounds.depth) return "depth";
    this.#objects[this.#depth] = isObject ? ++this.#begun : 0;
    this.#commas[this.#depth] = 0;
    if (!isObject) this.#itemsInAll += 1;
    const countedAt = isField ? (this.#countedAt[this.#depth - 1] ?? this.#depth) : this.#depth;
    this.#countedAt[this.#depth] = countedAt;
    if (countedAt === this.#depth) this.#fields[countedAt] = 0;
    return null;
  }

  end(): void {
    if (this.#depth > 0) this.#depth -= 1;
  }

  comma(): Excess | null {
    if (this.#objects[this.#depth] !== 0) return null;
    const commas = (this.#commas[this.#depth] ?? 0) + 1;
    this.#commas[this.#depth] = commas;
    this.#itemsInAll += 1;
    return commas < this.#bounds.items && this.#itemsInAll <= this.#bounds.itemsInAll ? null : "items";
  }

  field(name: string): Excess | null {
    const object = this.#objects[this.#depth] ?? 0;
    const countedAt = this.#countedAt[this.#depth] ?? 0;
    const fields = (this.#fields[countedAt] ?? 0) + 1;
    this.#fields[countedAt] = fields;
    let place = this.#names.get(name);
    if (place === undefined) {
      place = this.#names.size;
      this.#names.set(name, place);
    }
    const lastWith = (this.#lastWith[this.#depth] ??= []);
    if (object !== 0 && lastWith[place] === object) return "twice";
    lastWith[place] = object;
    return fields > this.#bounds.fields || this.#names.size > this.#bounds.fields ? "fields" : null;
  }
}

/** Returns the position of the closing quote of the string that begins at `from`. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return at;
}

/** Returns a name as the parser reads it: `\u0061` is `a`. */
function nameOf(written: string): string {
  if (!written.includes("\\")) return written;
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    return written;
  }
}

/**
 * Returns the first limit that `text` exceeds, or null. Must run before the text is parsed, because parsing
 * objects with very many names is slow, and because it merges fields of the same name.
 *
 * One pass, without recursion. For invalid JSON the result is undefined, because the parser refuses it anyway.
 */
export function excessOf(text: string, bounds: Bounds): Excess | null {
  const open = new OpenValues(bounds);
  let from = 0;
  let to = 0;
  for (let at = 0; at < text.length; at++) {
    let excess: Excess | null = null;
    switch (text.charCodeAt(at)) {
      case QUOTE:
        from = at + 1;
        to = endOfString(text, at);
        at = to;
        break;
      case OBJECT:
        excess = open.begin(true);
        break;
      case LIST:
        excess = open.begin(false);
        break;
      case OBJECT_END:
      case LIST_END:
        open.end();
        break;
      case COMMA:
        excess = open.comma();
        break;
      case COLON:
        excess = open.field(nameOf(text.slice(from, to)));
        break;
      default:
    }
    if (excess !== null) return excess;
  }
  return null;
}
