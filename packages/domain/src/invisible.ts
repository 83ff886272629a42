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
