const LOOKALIKES: Readonly<Record<string, string>> = { Ł: "L", ł: "l", Đ: "D", đ: "d", ı: "i", "\u2212": "-" };

/**
 * Returns text that a PDF's built-in fonts can draw: western letters as they are, others without their marks, and a question
 * mark for what remains.
 */
export function drawable(text: string): string {
  return Array.from(text.normalize("NFC"))
    .map((letter) => {
      if (/[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u.test(letter)) return letter;
      const bare = (LOOKALIKES[letter] ?? letter).normalize("NFD").replaceAll(/\p{M}/gu, "");
      return /^[\u0020-\u007e]+$/.test(bare) ? bare : "?";
    })
    .join("");
}
