/** Safe HTML: all data in it is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for HTML, both between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? "");
}

/** Template tag: escapes inserted values, except `Html`, and joins lists. */
export function html(literals: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  const text = literals.map((literal, index) => {
    const value = values[index];
    return literal + (value === undefined ? "" : textOf(value));
  });
  return new Html(text.join(""));
}

function textOf(value: string | Html | readonly Html[]): string {
  if (typeof value === "string") return escapeHtml(value);
  return value instanceof Html ? value.text : value.map((each) => each.text).join("");
}
