// Control and format characters, what is drawn only where a font knows it or not at all (variation selectors, joiners,
// fillers), and the letters and symbols whose picture is empty: the blank of Braille, the null notehead, the Khitan filler
// and the place of an object.
const INVISIBLE = /[\u{16fe4}\p{C}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\ufffc]/u;
const BLANK = /^[\u{16fe4}\p{C}\p{Z}\s\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\ufffc]*$/u;

/** True when a text holds a character that nobody sees, so that it could pass for another one. White space is seen. */
export function holdsInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}

/** True when there is nothing to be seen in a text. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}
