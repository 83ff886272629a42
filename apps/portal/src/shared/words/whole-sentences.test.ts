import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type ESTree, parseSync } from "vite";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Returns what puts a sentence together from words of the catalog: a word next to other text in one template or sum, a
 * word in lower case, a word that the page continues with punctuation. Two whole sentences may follow each other.
 */
function builtSentences(code: string, file = "screen.tsx"): string[] {
  const aliases = new Set(
    [...code.matchAll(/\bwords(?: as (\w+))? \} from "#words\//g)].map(([, alias = "words"]) => alias),
  );
  const built: string[] = [];
  const isWord = (node: ESTree.Node): boolean => {
    if (node.type === "CallExpression") return isWord(node.callee);
    if (node.type !== "MemberExpression") return false;
    return node.object.type === "Identifier" ? aliases.has(node.object.name) : isWord(node.object);
  };
  const report = (node: ESTree.Node) => built.push(code.slice(node.start, node.end));
  const visit = (node: ESTree.Node) => {
    if (node.type === "TemplateLiteral" && node.expressions.some(isWord)) {
      if (node.quasis.some(({ value }) => value.raw.trim() !== "")) report(node);
    }
    if (node.type === "BinaryExpression" && node.operator === "+" && (isWord(node.left) || isWord(node.right))) {
      report(node);
    }
    if (node.type === "MemberExpression" && /^to(Locale)?(Lower|Upper)Case$/.test(nameOf(node.property))) {
      if (isWord(node.object)) report(node);
    }
    if (node.type === "JSXElement" || node.type === "JSXFragment") continued(node.children);
    for (const child of childrenOf(node)) visit(child);
  };
  const continued = (children: readonly ESTree.Node[]) => {
    for (const [at, child] of children.entries()) {
      const next = children[at + 1];
      const isWordHere = child.type === "JSXExpressionContainer" && isWord(child.expression);
      if (isWordHere && next?.type === "JSXText" && /^\s*[:;,.·]/.test(next.value))
        built.push(`${file}: ${next.value}`);
    }
  };
  visit(parseSync(file, code).program);
  return built;
}

function nameOf(node: ESTree.Node): string {
  return "name" in node && typeof node.name === "string" ? node.name : "";
}

function childrenOf(node: ESTree.Node): ESTree.Node[] {
  return Object.values(node)
    .flat()
    .filter((part): part is ESTree.Node => typeof part === "object" && part !== null && "type" in part);
}

test("LOOK-18 no screen puts a sentence together: another language orders its parts differently", () => {
  const files = readdirSync(source, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !relative(source, file).includes("words/"));
  expect(files.length).toBeGreaterThan(100);
  const built = files.flatMap((file) =>
    builtSentences(readFileSync(file, "utf8"), file).map((found) => `${relative(source, file)}: ${found}`),
  );
  expect(built).toEqual([]);
});

test("LOOK-18 a sentence put together from parts is found", () => {
  const words = `import { words } from "#words/team";\n`;
  expect(builtSentences(`${words}const a = \`\${words.remove}: \${name}\`;`)).toHaveLength(1);
  expect(builtSentences(`${words}const a = words.remove + name;`)).toHaveLength(1);
  expect(builtSentences(`${words}const a = words.cycles.year.toLowerCase();`)).toHaveLength(1);
  expect(builtSentences(`${words}const a = <p>{words.manager}: {name}</p>;`)).toHaveLength(1);
  expect(builtSentences(`${words}const a = \`\${words.failed(name)} \${why}\`;`)).toEqual([]);
});
