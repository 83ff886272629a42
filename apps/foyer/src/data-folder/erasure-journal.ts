import fs from "node:fs/promises";
import path from "node:path";
import type { ErasedAccount, ErasureJournal } from "@foyer/accounts/erasure-journal";
import type { Config } from "@foyer/service-kit/config";
import { z } from "zod";

const line = z.object({ account: z.string(), closed: z.iso.datetime(), erased: z.iso.datetime() });

/** Returns the file with the ids of erased accounts. It is outside the database, so that a restore keeps it. */
export function journalFile({ erasureJournal, dataDir }: Pick<Config, "erasureJournal" | "dataDir">): string {
  return erasureJournal ?? path.join(dataDir, "erased-accounts.jsonl");
}

/** Appends one JSON line for each erased account to a file. */
export function fileJournal(file: string): ErasureJournal {
  return {
    append: async ({ id, closedAt, erasedAt }) => {
      await fs.mkdir(path.dirname(file), { recursive: true });
      const handle = await fs.open(file, "a", 0o600);
      try {
        const entry = { account: id, closed: closedAt.toISOString(), erased: erasedAt.toISOString() };
        // The leading newline separates this line from one that a crash cut off.
        await handle.appendFile(`\n${JSON.stringify(entry)}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
  };
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : null);

/** Creates the missing folders of a path, one after the other: `recursive` never ends below `/proc`. */
async function makeFolders(folder: string): Promise<void> {
  const fault = await fs.mkdir(folder, { mode: 0o700 }).then(
    () => null,
    (error: unknown) => error,
  );
  if (fault === null || codeOf(fault) === "EEXIST") return;
  const parent = path.dirname(folder);
  const isThere = await fs.stat(parent).then(
    () => true,
    () => false,
  );
  if (isThere || parent === folder) throw fault;
  await makeFolders(parent);
  await fs.mkdir(folder, { mode: 0o700 });
}

/**
 * Returns a line for the operator if the journal cannot be written. It is found at the start: the first erasure comes weeks later.
 *
 * Writes a file next to the journal, because another process may append to the journal itself.
 */
export async function journalFault(config: {
  readonly erasureJournal: string | null;
  /** Null if only a named journal is tried. */
  readonly dataDir: string | null;
}): Promise<string[]> {
  const { erasureJournal, dataDir } = config;
  if (erasureJournal === null && dataDir === null) return [];
  const file = journalFile({ erasureJournal, dataDir: dataDir ?? "" });
  const probe = `${file}.${process.pid}`;
  try {
    await makeFolders(path.dirname(file));
    await fs.rm(probe, { force: true });
    await fs.writeFile(probe, "\n", { flag: "wx", mode: 0o600 });
    await fs.rm(probe);
    const journal = await fs.open(file, "r+").catch((error: unknown) => {
      if (codeOf(error) !== "ENOENT") throw error;
    });
    await journal?.close();
    return [];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const setting = erasureJournal === null ? "DATA_DIR" : "ERASURE_JOURNAL";
    return [`${setting}: the journal of erased accounts, ${file}, cannot be written: ${why}`];
  }
}

/** A file with the ids of erased accounts, as a restore reads it. */
export interface Journal {
  readonly file: string;
  readonly erased: readonly ErasedAccount[];
}

/**
 * Reads a journal. Ignores a line that was cut off.
 *
 * @returns null if there is no such file.
 * @throws Error for the operator if the file is something else.
 */
export async function readJournal(file: string): Promise<Journal | null> {
  const text = await fs.readFile(file, "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  const lines = text.split("\n").filter((written) => written.trim() !== "");
  const erased = lines.flatMap((written) => {
    const entry = line.safeParse(parsed(written));
    if (!entry.success) return [];
    const { account: id, closed, erased: at } = entry.data;
    return [{ id, closedAt: new Date(closed), erasedAt: new Date(at) }];
  });
  // A crash cuts off the last line of a journal, and no other.
  if (lines.length > 1 && erased.length === 0) throw new Error(`${file} is no journal of erased accounts`);
  return { file, erased };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
