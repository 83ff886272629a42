import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";

/** The files in the order of their imports: each after the files that it needs. */
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

/** The modules, without their types, as one classic script with its own scope. */
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

/** The script of the overview page. */
export function pageScript(): string {
  return once("page", ["clock-page"]);
}
