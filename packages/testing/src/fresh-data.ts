import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Location of the data folder that a product created once with these migrations. */
function templatePath(): string {
  const files = globSync("{apps,packages}/*/src/**/migrations/*.{sql,ts}", { cwd: root }).toSorted();
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update(readFileSync(path.join(root, file)));
  return path.join(root, ".cache/tests", `data-${hash.digest("hex").slice(0, 16)}`);
}

function copyFolder(from: string, to: string): void {
  // The files belong to the user who runs the database, which a plain copy does not preserve.
  if (process.platform === "win32") cpSync(from, to, { recursive: true });
  else execFileSync("cp", ["-a", `${from}/.`, to]);
}

/**
 * Fills `dataDir` with the result of a first start, which saves each test two seconds.
 *
 * @param start starts the product on a folder and stops it again. Called once for all tests.
 */
export async function fillDataFolder(dataDir: string, start: (folder: string) => Promise<void>): Promise<void> {
  const template = templatePath();
  if (!existsSync(template)) {
    const aside = `${template}.${process.pid}`;
    mkdirSync(aside, { recursive: true });
    await start(aside);
    try {
      renameSync(aside, template);
    } catch {
      // Another process was faster. Its folder is equal.
      rmSync(aside, { recursive: true, force: true });
    }
  }
  copyFolder(template, dataDir);
}
