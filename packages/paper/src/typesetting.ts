import bidiFactory from "bidi-js";
import type { Font } from "fontkit";
import { type Face, facesOf, fontOf, type Weight } from "./faces.ts";

/** Letters of one font in one direction. */
interface Run {
  /** As the font takes them: in the order of reading if it shapes them, otherwise from left to right. */
  readonly text: string;
  readonly font: Font;
  /** In points. */
  readonly width: number;
}

/** Runs from left to right. */
export interface Line {
  readonly runs: readonly Run[];
  readonly width: number;
}

export interface Style {
  /** In points. */
  readonly size: number;
  readonly weight: Weight;
}

/** Controls that show nothing. The order of right-to-left text is computed, and needs none. */
const INVISIBLE = /(?!\u200c|\u200d|[\u2066-\u2069])\p{Default_Ignorable_Code_Point}/gu;
/** Joiners of Arabic and Indic letters, and isolates, which keep a value in order beside another one. No font must have them. */
const UNSEEN = /\u200c|\u200d|[\u2066-\u2069]/;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const words = new Intl.Segmenter("en", { granularity: "word" });
// Its types say that the module is an object; it is the function.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** Returns text without controls, one line. */
function plain(text: string): string {
  const visible = text.normalize("NFC").replaceAll(INVISIBLE, "");
  return visible.replaceAll(/[\u00a0\u202f]/g, "\u00a0").replaceAll(/(?!\u00a0)[\p{Cc}\s]+/gu, " ");
}

/** Returns the text with the numbers of those characters that no font has, so that none is lost. */
function writable(text: string, faces: ReadonlyMap<string, Face>): string {
  return Array.from(plain(text), (character) => {
    if (faces.has(character)) return character;
    if (UNSEEN.test(character)) return character;
    return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;
  }).join("");
}

/** Scripts that put no space between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Returns the parts of a text between which a line may end. */
function breakable(text: string): string[] {
  const parts: string[] = [];
  for (const { segment, isWordLike = false } of words.segment(text)) {
    const last = parts.at(-1) ?? "";
    const isFree = isWordLike && UNSPACED.test(segment) && UNSPACED.test(last);
    if (segment !== " " && (isFree || / $|\p{L}[-/\u2010-\u2014]$/u.test(last))) parts.push(segment);
    else parts.splice(-1, 1, last + segment);
  }
  return parts;
}

/** Sets the text of one paper. */
export class Typesetting {
  readonly #faces: ReadonlyMap<string, Face>;
  readonly #fonts: ReadonlyMap<string, Font>;

  private constructor(faces: ReadonlyMap<string, Face>, fonts: ReadonlyMap<string, Font>) {
    this.#faces = faces;
    this.#fonts = fonts;
  }

  /** Loads the fonts for everything that the paper says. */
  static async of(texts: readonly string[]): Promise<Typesetting> {
    const faces = await facesOf(plain(`${texts.join(" ")} [U+0123456789ABCDEF]`));
    const fonts = new Map<string, Font>();
    for (const face of new Set(faces.values())) {
      for (const weight of [400, 700] as const) {
        // oxlint-disable-next-line eslint/no-await-in-loop
        fonts.set(`${face.file} ${weight}`, await fontOf(face, weight));
      }
    }
    return new Typesetting(faces, fonts);
  }

  /** Breaks a text into lines of at most `width` points. A word that is longer is broken between its letters. */
  lines(text: string, style: Style, width: number): Line[] {
    const whole = writable(text, this.#faces).trim();
    const { levels } = bidi.getEmbeddingLevels(whole, "auto");
    const lines: Line[] = [];
    let from = 0;
    let to = 0;
    let used = 0;
    const measured = (text: string): number => this.#line(text, levels.subarray(to), style).width;
    const end = (): void => {
      if (to > from) lines.push(this.#line(whole.slice(from, to).trimEnd(), levels.subarray(from), style));
      from = to;
      used = 0;
    };
    const add = (text: string): void => {
      if (used + measured(text.trimEnd()) > width) end();
      used += measured(text);
      to += text.length;
    };
    for (const part of breakable(whole)) {
      if (measured(part.trimEnd()) <= width) add(part);
      else for (const { segment } of graphemes.segment(part)) add(segment);
    }
    end();
    return lines;
  }

  #line(text: string, levels: Uint8Array, style: Style): Line {
    const pieces = this.#pieces(text, levels);
    const runs = inOrder(pieces).map(({ text: piece, level, face }) => {
      const key = `${face.file} ${style.weight}`;
      const font = this.#fonts.get(key);
      if (!font) throw new Error(`${face.file} is not loaded`);
      const written = inDirection(piece, level % 2 === 1);
      return { text: written, font, width: widthOf(written, font, key) * style.size };
    });
    return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) };
  }

  #pieces(text: string, levels: Uint8Array): Piece[] {
    const pieces: Piece[] = [];
    let at = 0;
    for (const character of text) {
      const level = levels[at] ?? 0;
      const last = pieces.at(-1);
      const face = this.#faceOf(character, last);
      if (last && last.level === level && last.face === face) last.text += character;
      else if (face) pieces.push({ text: character, level, face });
      at += character.length;
    }
    return pieces;
  }

  /** A mark stays in the font of its letter if that has it. */
  #faceOf(character: string, last: Piece | undefined): Face | undefined {
    const isMark = /\p{M}|\u200c|\u200d/u.test(character);
    const point = character.codePointAt(0) ?? 0;
    const isThere = isMark && last && this.#fonts.get(`${last.face.file} 400`)?.hasGlyphForCodePoint(point);
    return isThere ? last.face : this.#faces.get(character);
  }
}

interface Piece {
  text: string;
  readonly level: number;
  readonly face: Face;
}

/** Returns the pieces from left to right: rule L2 of the bidirectional algorithm. */
function inOrder(pieces: readonly Piece[]): Piece[] {
  const ordered = [...pieces];
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end++;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed());
      start = end;
    }
  }
  return ordered;
}

/** Scripts that fonts write from right to left by themselves. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Returns what the font must be given to write a text in a direction. */
function inDirection(text: string, isRightToLeft: boolean): string {
  const turned = Array.from(text, (character) =>
    isRightToLeft ? (bidi.getMirroredCharacter(character) ?? character) : character,
  );
  return (RIGHT_TO_LEFT.test(text) === isRightToLeft ? turned : turned.toReversed()).join("");
}

/** Widths that are kept: papers repeat their words, and shaping takes most of the time. */
const MOST_WIDTHS = 4_000;
const widths = new Map<string, Map<string, number>>();

/** Returns the width of a text of one point. */
function widthOf(text: string, font: Font, key: string): number {
  const known = widths.get(key) ?? new Map<string, number>();
  widths.set(key, known);
  const width = known.get(text) ?? font.layout(text, []).advanceWidth / font.unitsPerEm;
  if (known.size >= MOST_WIDTHS) known.clear();
  known.set(text, width);
  return width;
}
