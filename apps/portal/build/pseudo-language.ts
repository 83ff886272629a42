import { type ESTree, parseSync, type Plugin } from "vite";

const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const odd = "åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ";

/** Returns the pseudo-language's letter for a letter; null for other characters. */
export function oddLetter(letter: string): string | null {
  const at = letter.length === 1 ? plain.indexOf(letter) : -1;
  return at === -1 ? null : (odd[at] ?? null);
}

/** Replaces the letters, except in escape sequences. */
const oddText = (text: string): string =>
  text.replaceAll(/\\(?:u[\da-f]{4}|u\{[\da-f]+\}|.)|[a-z]/gi, (found) => oddLetter(found) ?? found);

/** Other languages need more room: a third for a sentence, more for a word. */
const more = (length: number): string => " öñé".repeat(Math.ceil(length / 12)).slice(1);

const catalog = /apps\/portal\/src\/shared\/words\/en\/(?!plural|number)[\w-]+\.ts(\?word=\w+)?$/;

/**
 * With `PORTAL_LANGUAGE=pseudo`, replaces the words of the catalog: `[!! Šîĝñ öûţ öñé !!]`. Text in normal letters is
 * then not from the catalog, and text without a bracket is cut off.
 */
export function pseudoLanguage(): Plugin {
  return {
    name: "foyer-pseudo-language",
    enforce: "pre",
    transform(code, id) {
      if (process.env["PORTAL_LANGUAGE"] !== "pseudo" || !catalog.test(id)) return null;
      return { code: inPseudo(code, id), map: null };
    },
  };
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function inPseudo(code: string, id: string): string {
  const pieces: Piece[] = [];
  for (const statement of parseSync(id, code).program.body) {
    visit(statement, statement.type === "ExportNamedDeclaration", (piece) => pieces.push(piece), code);
  }
  return pieces
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code);
}

/** @param isWhole the text is one that people see; false for what becomes a part of another. */
function visit(node: ESTree.Node, isWhole: boolean, found: (piece: Piece) => void, code: string) {
  switch (node.type) {
    case "ImportDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSInterfaceDeclaration":
    case "TSTypeAnnotation":
    case "TSLiteralType":
    case "BinaryExpression":
      return;
    case "Literal":
      if (typeof node.value === "string" && /\p{L}/u.test(node.value)) {
        const { start, end, value } = node;
        found({ start, end, text: JSON.stringify(isWhole ? whole(oddText(value), value.length) : oddText(value)) });
      }
      return;
    case "TemplateLiteral": {
      const { quasis, expressions } = node;
      const length = quasis.reduce((sum, { value }) => sum + value.raw.length, 0);
      for (const [at, { start: from, value }] of quasis.entries()) {
        // In some syntax trees the delimiters belong to it.
        const start = /[`}]/.test(code[from] ?? "") ? from + 1 : from;
        const end = start + value.raw.length;
        const before = isWhole && at === 0 ? "[!! " : "";
        const after = isWhole && at === quasis.length - 1 ? ` ${more(length)} !!]` : "";
        found({ start, end, text: `${before}${oddText(value.raw)}${after}` });
      }
      for (const expression of expressions) visit(expression, false, found, code);
      return;
    }
    case "Property":
      visit(node.value, isWhole, found, code);
      return;
    default:
      for (const child of Object.values(node).flat()) {
        if (typeof child === "object" && child !== null && "type" in child)
          visit(child as ESTree.Node, isWhole, found, code);
      }
  }
}

const whole = (text: string, length: number): string => `[!! ${text} ${more(length)} !!]`;
