import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { databaseUrlOf } from "./instance.ts";

const home = fileURLToPath(new URL("..", import.meta.url));

/** Loads lines with the import command into the operator's own database. */
export async function runImport(databaseUrl: string, lines: readonly object[]): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "foyer-lines-"));
  const file = path.join(folder, "lines.jsonl");
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const child = spawn(path.join(home, "node_modules/.bin/node"), ["apps/foyer/src/main.ts", "import", file], {
    cwd: home,
    env: { ...process.env, DATABASE_URL: databaseUrlOf(databaseUrl), DATA_DIR: folder },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(child, "exit")) as [number | null];
  await rm(folder, { recursive: true, force: true });
  if (code !== 0) throw new Error(`the import ended with ${code}`);
}
