import { basename } from "node:path";
import type { CSSOptions } from "vite";

const files = new Map<string, string>();

/**
 * Names a class after its file, `seat-table_row`. A developer can find the rule from the page, and the names have no
 * random part, so they compress well.
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
