import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { create, type Font } from "fontkit";
import subsetFont from "subset-font";

/** A weight of the `wght` axis. */
export type Weight = 400 | 700;

/** A part of a family in one file: the characters of one script, or a hundred of the Chinese characters. */
export interface Face {
  /** Without weight and ending. */
  readonly file: string;
  has(point: number): boolean;
}

type Family = readonly Face[];

/** Folders of the families' packages. */
const FOLDERS = {
  european: folderOf(import.meta.resolve("@fontsource-variable/noto-sans/LICENSE")),
  // Each of its glyphs is one letter, so that a copied text is what was written.
  arabic: folderOf(import.meta.resolve("@fontsource/amiri/LICENSE")),
  hebrew: folderOf(import.meta.resolve("@fontsource-variable/noto-sans-hebrew/LICENSE")),
  thai: folderOf(import.meta.resolve("@fontsource-variable/noto-sans-thai/LICENSE")),
  armenian: folderOf(import.meta.resolve("@fontsource-variable/noto-sans-armenian/LICENSE")),
  georgian: folderOf(import.meta.resolve("@fontsource-variable/noto-sans-georgian/LICENSE")),
  japanese: folderOf(import.meta.resolve("@fontsource-variable/noto-sans-jp/LICENSE")),
  korean: folderOf(import.meta.resolve("@fontsource-variable/noto-sans-kr/LICENSE")),
  simplified: folderOf(import.meta.resolve("@fontsource-variable/noto-sans-sc/LICENSE")),
  traditional: folderOf(import.meta.resolve("@fontsource-variable/noto-sans-tc/LICENSE")),
} as const;
type FamilyName = keyof typeof FOLDERS;

const WESTERN: readonly FamilyName[] = ["european", "arabic", "hebrew", "thai", "armenian", "georgian"];

function folderOf(url: string): string {
  return path.dirname(fileURLToPath(url));
}

/** Returns the bounds of `U+41-5A,U+131`. */
function boundsOf(ranges: string): [number, number][] {
  return ranges.split(",").map((range) => {
    const [first = "", last = first] = range.replace("U+", "").split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

function readFamily(name: FamilyName): Family {
  const folder = FOLDERS[name];
  const parts: Record<string, string> = JSON.parse(fs.readFileSync(path.join(folder, "unicode.json"), "utf8"));
  // The common letters come last in the file and are asked for first.
  return Object.entries(parts)
    .toReversed()
    .map(([part, ranges]) => {
      const bounds = boundsOf(ranges);
      const file = `${path.basename(folder)}-${part.replaceAll(/[[\]]/g, "")}`;
      return {
        file: path.join(folder, "files", file),
        has: (point) => bounds.some(([first, last]) => point >= first && point <= last),
      };
    });
}

const families = new Map<FamilyName, Family>();

function familyOf(name: FamilyName): Family {
  const family = families.get(name) ?? readFamily(name);
  families.set(name, family);
  return family;
}

/** Signs of the right form of Chinese characters in a paper: letters of another script, or the country in the address. */
const HINTS: readonly (readonly [RegExp, FamilyName])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]|\bJapan\b/u, "japanese"],
  [/\p{Script=Hangul}|\bSouth Korea\b/u, "korean"],
  [/\b(?:Taiwan|Hong Kong|Macao)\b/u, "traditional"],
];

/** Returns the families in which a character of this paper is looked for. */
function familiesFor(text: string): Set<FamilyName> {
  const hinted = HINTS.flatMap(([hint, name]) => (hint.test(text) ? [name] : []));
  return new Set([...WESTERN, ...hinted, "simplified", "traditional", "japanese", "korean"]);
}

/** Fonts that stay in memory, about 100 KB each. */
const MOST_KEPT = 120;
const kept = new Map<string, Promise<Buffer>>();

/** Opens a file with one font. */
function opened(bytes: Buffer): Font {
  const font = create(bytes);
  if (!("characterSet" in font)) throw new Error("The file holds several fonts.");
  return font;
}

/** Makes a font of a face with all its characters, in one weight: PDF readers know no variable fonts. */
async function makeFont(file: string, weight: Weight): Promise<Buffer> {
  const isVariable = file.includes("-variable");
  const source = await fs.promises.readFile(`${file}-${isVariable ? "wght" : weight}-normal.woff2`);
  const text = String.fromCodePoint(...opened(source).characterSet);
  const axes = isVariable ? { variationAxes: { wght: weight } } : {};
  return await subsetFont(source, text, { targetFormat: "sfnt", ...axes });
}

/**
 * Returns the font of a face in one weight, for one paper. A glyph remembers the text that it was first used for, even as a part
 * of another glyph, so two papers must not share a font.
 */
export async function fontOf({ file }: Face, weight: Weight): Promise<Font> {
  const key = `${file} ${weight}`;
  const font = kept.get(key) ?? makeFont(file, weight);
  // The fonts used last stay.
  kept.delete(key);
  kept.set(key, font);
  const [oldest = key] = kept.keys();
  if (kept.size > MOST_KEPT) kept.delete(oldest);
  return named(opened(await font));
}

/** Tells each letter's glyph its letter before another glyph uses it as a part. Marks are parts: the whole letter names them. */
function named(font: Font): Font {
  for (const point of font.characterSet) {
    if (!/\p{M}/u.test(String.fromCodePoint(point))) font.glyphForCodePoint(point);
  }
  return font;
}

const letters = new Map<string, ReadonlySet<number>>();

async function lettersOf(face: Face): Promise<ReadonlySet<number>> {
  const known = letters.get(face.file) ?? new Set((await fontOf(face, 400)).characterSet);
  letters.set(face.file, known);
  return known;
}

async function faceOf(character: string, names: Iterable<FamilyName>): Promise<Face | undefined> {
  const point = character.codePointAt(0) ?? 0;
  for (const name of names) {
    for (const face of familyOf(name)) {
      // A face says which characters it was cut for; the font says which it has.
      // oxlint-disable-next-line eslint/no-await-in-loop
      if (face.has(point) && (await lettersOf(face)).has(point)) return face;
    }
  }
  return undefined;
}

/** Returns the face of each character of a paper's whole text. It has no entry for a character that no face has. */
export async function facesOf(text: string): Promise<ReadonlyMap<string, Face>> {
  const names = familiesFor(text);
  const found = new Map<string, Face>();
  for (const character of new Set(text)) {
    // oxlint-disable-next-line eslint/no-await-in-loop
    const face = await faceOf(character, names);
    if (face) found.set(character, face);
  }
  return found;
}
