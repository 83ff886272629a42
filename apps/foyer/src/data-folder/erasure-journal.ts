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

/** Returns the erased accounts of a journal, none if the file does not exist. Ignores a line that was cut off. */
export async function readJournal(file: string): Promise<ErasedAccount[]> {
  const text = await fs.readFile(file, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").flatMap((written) => {
    const entry = line.safeParse(parsed(written));
    if (!entry.success) return [];
    const { account: id, closed, erased } = entry.data;
    return [{ id, closedAt: new Date(closed), erasedAt: new Date(erased) }];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
