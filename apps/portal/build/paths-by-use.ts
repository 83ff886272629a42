import { paths } from "@foyer/contract/paths";
import { type ESTree, parseSync, type Plugin } from "vite";

const TABLE = /packages\/contract\/src\/paths\.ts$/;
const SOURCE = /apps\/portal\/src\/.*\.tsx?$/;
/** Functions of the client that take the name of a call after the client. */
const CALLING = new Set(["call", "callFile", "answerTo", "urlOf"]);

const lines: ReadonlyMap<string, string> = new Map(Object.entries(paths));

/**
 * Replaces the name of a call by its method and path, and leaves the table of all calls out of the bundle. So a page loads
 * only the paths of its own calls.
 */
export function pathsByUse(): Plugin {
  return {
    name: "foyer-paths-by-use",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (TABLE.test(id)) return { code: withoutTable(code), map: null };
      if (!SOURCE.test(id) || !code.includes('"@foyer/api-client/')) return null;
      return { code: withLines(code, id), map: null };
    },
  };
}

function withoutTable(code: string): string {
  const empty = code.replace(/(export const paths = )\{.*?\n\}/s, "$1{}");
  if (empty === code) throw new Error("the table of paths is not where it was");
  return empty;
}

/** Returns a source with the lines of its calls. @throws if a call has no literal name, because its line is unknown then. */
export function withLines(code: string, id: string): string {
  const names: ESTree.Node[] = [];
  findNames(parseSync(id, code).program, names);
  return names
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, node) => {
      const line = node.type === "Literal" ? lines.get(String(node.value)) : undefined;
      if (line === undefined) throw new Error(`${id}: write the name of the call: ${code.slice(node.start, node.end)}`);
      return text.slice(0, node.start) + JSON.stringify(line) + text.slice(node.end);
    }, code);
}

function findNames(node: ESTree.Node, found: ESTree.Node[]) {
  if (node.type === "CallExpression" && node.callee.type === "Identifier" && CALLING.has(node.callee.name)) {
    const name = node.arguments[1];
    if (name) found.push(name);
  }
  for (const child of Object.values(node).flat()) {
    if (typeof child === "object" && child !== null && "type" in child) findNames(child as ESTree.Node, found);
  }
}
