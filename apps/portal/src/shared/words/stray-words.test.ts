import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type ESTree, parseSync } from "vite";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../../../", import.meta.url));

/** Attributes and properties with text for people, in any form. */
const shown = /^(aria-(label|description|placeholder|roledescription|valuetext)|alt|hint|label|placeholder|title)$/;
/** A capitalized word, or two consecutive words. */
const prose = /(?<![\p{L}.])\p{Lu}\p{Ll}|\p{L}[,.]? \p{L}/u;
/** The wire's and the browser's own: keys, a kind of authorization, calls, what is filled in by itself. */
const technical =
  /^(Arrow(Up|Down)|Page(Up|Down)|Home|End|Enter|Escape|Bearer |billing [a-z0-9-]+|(GET|POST) \S+ open)$/;
/** Names that are the same in every language: browsers, systems, networks of cards. */
const ofNames = new Set(["apps/portal/src/account/password/device-name.ts", "apps/portal/src/shared/billing/card.ts"]);

type Found = (text: string, at: number) => void;

/** Returns true for strings that no person reads: module names, types, comparisons, selectors, log texts. */
function saysNothing(node: ESTree.Node): boolean {
  switch (node.type) {
    case "ImportDeclaration":
    case "ImportExpression":
    case "TSLiteralType":
      return true;
    case "BinaryExpression":
      return /^[!=]==$/.test(node.operator);
    case "NewExpression":
      return node.callee.type === "Identifier" && node.callee.name.endsWith("Error");
    case "CallExpression":
      return (
        node.callee.type === "MemberExpression" &&
        /^(querySelector(All)?|closest|matches)$/.test(nameOf(node.callee.property))
      );
    case "JSXAttribute":
      return /^(className|autoComplete|rel|pattern)$/.test(nameOf(node.name));
    default:
      return false;
  }
}

function nameOf(node: ESTree.Node): string {
  return "name" in node && typeof node.name === "string" ? node.name : "";
}

function visit(node: ESTree.Node, isShown: boolean, found: Found) {
  if (saysNothing(node)) return;
  if (node.type === "JSXText" && /\p{L}/u.test(node.value)) found(node.value, node.start);
  const text = textOf(node);
  if (text !== null && !technical.test(text) && (isShown ? /\p{L}/u : prose).test(text)) found(text, node.start);
  const showsAll = node.type === "JSXAttribute" ? shown.test(nameOf(node.name)) : isShown;
  for (const child of childrenOf(node)) visit(child, showsAll, found);
}

function textOf(node: ESTree.Node): string | null {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  return node.type === "TemplateElement" ? node.value.raw : null;
}

function childrenOf(node: ESTree.Node): ESTree.Node[] {
  return Object.values(node)
    .flat()
    .filter((part): part is ESTree.Node => typeof part === "object" && part !== null && "type" in part);
}

/** Returns the texts in the code of a file, each with its line. */
function strayWords(file: string): string[] {
  const source = readFileSync(file, "utf8");
  const stray: string[] = [];
  visit(parseSync(file, source).program, false, (text, at) => {
    const line = source.slice(0, at).split("\n").length;
    stray.push(`${relative(root, file)}:${line} ${text.trim()}`);
  });
  return stray;
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !relative(root, file).includes("words/") && !ofNames.has(relative(root, file)));
}

test("every word that a person reads is in the catalog", () => {
  const files = ["apps/portal/src", "packages/ui/src"].flatMap(filesBelow);
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap(strayWords)).toEqual([]);
});

/** Words that screens, mails and refusals replace: “On screens” in the glossary. */
const replaced =
  /\be-mail|\bmailed\b|\bmails\b|\bby mail\b|second factor|\b2fa\b|code at sign-in|whoever|\bmeanwhile\b|\banew\b/i;

test("LOOK-20 no sentence for people uses a word that the glossary replaces", () => {
  const files = ["apps/portal/src/shared/words/en", "packages/mail/src", "packages/contract/src"]
    .flatMap((folder) => readdirSync(join(root, folder)).map((file) => join(root, folder, file)))
    .filter((file) => /words\/|mail\/|(refusals|reasons|sentences)\.ts$/.test(file) && /(?<!\.test)\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(60);
  const found = files.flatMap((file) => {
    const texts: string[] = [];
    visit(parseSync(file, readFileSync(file, "utf8")).program, true, (text) => {
      if (text.includes(" ") && replaced.test(text)) texts.push(`${relative(root, file)}: ${text}`);
    });
    return texts;
  });
  expect(found).toEqual([]);
});
