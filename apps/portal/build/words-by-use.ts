import { readFile } from "node:fs/promises";
import { type ESTree, parseSync, type Plugin } from "vite";

const CATALOG = /apps\/portal\/src\/shared\/words\/en\/([\w-]+)\.ts$/;
const SINGLE = /^(.*\/words\/en\/[\w-]+\.ts)\?word=(\w+)$/;

/**
 * Makes a module of each word that a source names, so that a word loads together with the screen that shows it. A
 * catalog is one module otherwise, and the account page would load the sentences of each of its dialogs.
 */
export function wordsByUse(): Plugin {
  return {
    name: "foyer-words-by-use",
    apply: "build",
    enforce: "pre",
    async resolveId(source, importer) {
      const [catalog = "", word] = source.split("?word=");
      if (word === undefined) return null;
      const resolved = await this.resolve(catalog, importer);
      return resolved && `${resolved.id}?word=${word}`;
    },
    async load(id) {
      const [, file, word] = SINGLE.exec(id) ?? [];
      if (file === undefined || word === undefined) return null;
      this.addWatchFile(file);
      return { code: singleWord(await readFile(file, "utf8"), file, word), moduleType: "ts", moduleSideEffects: false };
    },
    transform(code, id) {
      if (!/\.tsx?$/.test(id) || CATALOG.test(id) || !code.includes('"#words/')) return null;
      return { code: importingWords(code, id), map: null };
    },
  };
}

/** Returns the catalog's source with only one exported word. */
export function singleWord(code: string, file: string, word: string): string {
  const { program } = parseSync(file, code);
  for (const statement of program.body) {
    const words = wordsIn(statement);
    if (!words) continue;
    const value = valueOf(words, word, code);
    if (value === null)
      return `import { word } from "${containedIn(words, program, word)}?word=${word}"; export { word };`;
    return `${code.slice(0, statement.start)}export const word = ${value};${code.slice(statement.end)}`;
  }
  throw new Error(`${file} has no words`);
}

/** Returns the object after `export const words =`. */
function wordsIn(statement: ESTree.Node): ESTree.ObjectExpression | null {
  if (statement.type !== "ExportNamedDeclaration" || statement.declaration?.type !== "VariableDeclaration") return null;
  for (const { id, init } of statement.declaration.declarations) {
    if (id.type !== "Identifier" || id.name !== "words" || !init) continue;
    const value = init.type === "TSAsExpression" ? init.expression : init;
    if (value.type === "ObjectExpression") return value;
  }
  return null;
}

function valueOf(words: ESTree.ObjectExpression, word: string, code: string): string | null {
  for (const property of words.properties) {
    if (property.type !== "Property" || property.key.type !== "Identifier" || property.key.name !== word) continue;
    return code.slice(property.value.start, property.value.end);
  }
  return null;
}

/** Returns the catalog that these words contain, as in `...frame`. */
function containedIn(words: ESTree.ObjectExpression, { body }: ESTree.Program, word: string): string {
  for (const property of words.properties) {
    if (property.type !== "SpreadElement" || property.argument.type !== "Identifier") continue;
    const { name } = property.argument;
    for (const statement of body) {
      if (statement.type !== "ImportDeclaration") continue;
      if (statement.specifiers.some(({ local }) => local.name === name)) return statement.source.value;
    }
  }
  throw new Error(`there is no word ${word}`);
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Returns a source that imports each word by itself. Words that it does not take by their names stay together. */
export function importingWords(code: string, id: string): string {
  const { program } = parseSync(id, code);
  const edits: Edit[] = [];
  for (const statement of program.body) {
    if (statement.type !== "ImportDeclaration" || !statement.source.value.startsWith("#words/")) continue;
    const named = statement.specifiers.find(
      (one) => one.type === "ImportSpecifier" && one.imported.type === "Identifier" && one.imported.name === "words",
    );
    if (!named) continue;
    const uses = usesOf(named.local.name, program);
    if (!uses) continue;
    const others = statement.specifiers.filter((one) => one !== named).map(({ start, end }) => code.slice(start, end));
    const from = statement.source.value;
    const words = new Set(uses.map(({ word }) => word));
    const imports = [...words].map(
      (word) => `import { word as ${aliasOf(named.local.name, word)} } from "${from}?word=${word}";`,
    );
    if (others.length > 0) imports.push(`import { ${others.join(", ")} } from "${from}";`);
    edits.push({ start: statement.start, end: statement.end, text: imports.join("") });
    for (const { start, end, word } of uses) edits.push({ start, end, text: aliasOf(named.local.name, word) });
  }
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code);
}

const aliasOf = (name: string, word: string): string => `${name}$${word}`;

interface Use {
  readonly start: number;
  readonly end: number;
  readonly word: string;
}

/** Returns where `name.word` is; null if the name is used in another way too. */
function usesOf(name: string, program: ESTree.Program): readonly Use[] | null {
  const uses: Use[] = [];
  let isWhole = false;
  function visit(node: ESTree.Node) {
    if (node.type === "ImportDeclaration") return;
    if (node.type === "MemberExpression" && node.object.type === "Identifier" && node.object.name === name) {
      if (node.computed || node.property.type !== "Identifier") isWhole = true;
      else uses.push({ start: node.start, end: node.end, word: node.property.name });
      return;
    }
    if (node.type === "Identifier" && node.name === name) isWhole = true;
    // A property key of that name is not a use.
    const isKey = (child: unknown) => "key" in node && child === node.key && "computed" in node && !node.computed;
    for (const child of Object.values(node).flat()) {
      if (typeof child === "object" && child !== null && "type" in child && !isKey(child)) visit(child as ESTree.Node);
    }
  }
  visit(program);
  return isWhole ? null : uses;
}
