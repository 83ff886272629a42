/** What a body may hold at the most. */
export interface Bounds {
  /** Fields of an object with the objects in it; each item of a list counts anew. Also different names in all of the text. */
  readonly fields: number;
  /** Items of one list. */
  readonly items: number;
  /** Items of all lists together. */
  readonly itemsInAll: number;
  /** Objects and lists within each other; 1 is an object of plain values. */
  readonly depth: number;
}

/** Which bound a text breaks; `twice`: an object has two fields of one name. */
export type Excess = "fields" | "items" | "depth" | "twice";

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const LIST = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/** The objects and lists that stand open where the reading is. One place for each depth, so nothing grows with the text. */
class OpenValues {
  readonly #bounds: Bounds;
  #depth = 0;
  /** How many objects have begun: the number of the latest. */
  #begun = 0;
  /** By depth: the object's number, or 0 for a list. */
  readonly #objects: number[] = [];
  /** By depth: commas of a list. One that is not empty has one item more. */
  readonly #commas: number[] = [];
  #itemsInAll = 0;
  /** By depth: the depth of the object whose fields are counted together with this one's. */
  readonly #countedAt: number[] = [];
  readonly #fields: number[] = [];
  /** Every name so far, and its place in the next. */
  readonly #names = new Map<string, number>();
  /** By depth and name: the object at that depth that had the name last. */
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

/** Where the string that begins at `from` ends: the place of its closing quote. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return at;
}

/** A name as the parser will read it: `\u0061` is `a`. */
function nameOf(written: string): string {
  if (!written.includes("\\")) return written;
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    return written;
  }
}

/**
 * The first bound that `text` breaks, or null. To be asked before a JSON text is parsed: parsing takes long where
 * objects have very many names, and makes one field of two.
 *
 * One pass, without recursion. Of a text that is no JSON it says anything: the parser refuses it.
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
