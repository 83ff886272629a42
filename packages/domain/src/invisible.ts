// Control and format characters, characters that only some fonts draw (variation selectors, joiners,
// fillers), and characters with an empty glyph: blank Braille, the null notehead, the Khitan filler and the
// object replacement character.
const INVISIBLE = /[\u{16fe4}\p{C}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\ufffc]/u;
/** Control characters, and characters that reverse the direction of a text. */
const MISLEADING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;
const BLANK = /^[\u{16fe4}\p{C}\p{Z}\s\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\ufffc]*$/u;

/** True if a text contains an invisible character, which could imitate another text. White space counts as visible. */
export function holdsInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}

/** True if a text would be displayed differently from its characters. Joiners, as emoji have them, are allowed. */
export function isMisleading(text: string): boolean {
  return MISLEADING.test(text);
}

/** True if a text shows nothing. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/** Names of invisible characters that people paste without noticing. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["\t", "tab"],
  ["\n", "line break"],
  ["\r", "line break"],
  ["\u00a0", "no-break space"],
  ["\u00ad", "soft hyphen"],
  ["\u034f", "grapheme joiner"],
  ["\u061c", "Arabic letter mark"],
  ["\u115f", "Hangul filler"],
  ["\u1160", "Hangul filler"],
  ["\u180e", "Mongolian vowel separator"],
  ["\u200b", "zero-width space"],
  ["\u200c", "zero-width non-joiner"],
  ["\u200d", "zero-width joiner"],
  ["\u200e", "left-to-right mark"],
  ["\u200f", "right-to-left mark"],
  ["\u2028", "line separator"],
  ["\u2029", "paragraph separator"],
  ["\u202a", "left-to-right embedding"],
  ["\u202b", "right-to-left embedding"],
  ["\u202c", "end of direction"],
  ["\u202d", "left-to-right override"],
  ["\u202e", "right-to-left override"],
  ["\u202f", "narrow no-break space"],
  ["\u2060", "word joiner"],
  ["\u2066", "left-to-right isolate"],
  ["\u2067", "right-to-left isolate"],
  ["\u2068", "first strong isolate"],
  ["\u2069", "end of isolate"],
  ["\u2800", "blank Braille pattern"],
  ["\u3000", "ideographic space"],
  ["\u3164", "Hangul filler"],
  ["\ufeff", "byte order mark"],
  ["\uffa0", "Hangul filler"],
  ["\ufffc", "object replacement character"],
]);
/** Any character that shows nothing, or only a gap that is no plain space. */
const UNSEEN = /[\u{16fe4}\p{C}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\ufffc]|(?! )[\s\p{Z}]/gu;

/**
 * Replaces each invisible character by its name, or else its number: `maya⟨zero-width space⟩@example.com`. Plain spaces
 * stay.
 */
export function showInvisible(text: string): string {
  return text.replaceAll(UNSEEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `⟨${NAMES.get(character) ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`}⟩`;
  });
}
