import { basename } from "node:path";
import type { CSSOptions } from "vite";

const files = new Map<string, string>();

/**
 * Names a class after its file, `seat-table_row`: whoever looks at the page finds the rule, and nothing in the name is chance,
 * which would not compress.
 */
function scopedName(name: string, file: string): string {
  const [path = file] = file.split("?");
  const stem = basename(path, ".module.css");
  const other = files.get(stem) ?? path;
  if (other !== path) throw new Error(`${other} and ${path}: two files of styles need two names`);
  files.set(stem, path);
  return `${stem}_${name}`;
}

export const css: CSSOptions = { modules: { generateScopedName: scopedName } };
