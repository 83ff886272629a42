import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";

/** In the order of their imports: whatever a file needs stands before it. */
const STAND_IN = [
  "card-fields",
  "field-input",
  "element",
  "elements",
  "intent-calls",
  "authentication-dialog",
  "confirmations",
  "stripe",
];

function body(name: string): string {
  const source = readFileSync(new URL(`../browser/${name}.ts`, import.meta.url), "utf8");
  const script = stripTypeScriptTypes(source)
    .replaceAll(/^import [^;]*?from "[^"]+";$/gms, "")
    .replaceAll(/^export /gm, "");
  return `// ${name}\n${script}`;
}

/** The modules, without their types, as one classic script with a scope of its own. */
function joined(files: readonly string[]): string {
  return `"use strict";\n(() => {\n${files.map(body).join("\n")}\n})();\n`;
}

const scripts = new Map<string, string>();

function once(name: string, files: readonly string[]): string {
  const script = scripts.get(name) ?? joined(files);
  scripts.set(name, script);
  return script;
}

/** The stand-in for the provider's script. */
export function standInScript(): string {
  return once("stand-in", STAND_IN);
}

/** What the page for people needs. */
export function pageScript(): string {
  return once("page", ["clock-page"]);
}
