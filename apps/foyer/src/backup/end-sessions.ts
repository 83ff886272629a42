import path from "node:path";
import { endWhatWasOpen, type Ended } from "@foyer/accounts/after-restore";
import { closeErased } from "@foyer/accounts/close-erased";
import { accountsSchema } from "@foyer/accounts/migrations";
import type { AccountsTables } from "@foyer/accounts/tables";
import type { Config } from "@foyer/service-kit/config";
import { openDatabase } from "@foyer/service-kit/db";
import { type Journal, journalFile, readJournal } from "../data-folder/erasure-journal.ts";
import { presentTime } from "../import/import-file.ts";

/**
 * Reads this installation's journal, and those that were named on the command line.
 *
 * @throws Error for the operator if a file is no journal.
 */
export async function readJournals(config: Config, named: readonly string[]): Promise<readonly Journal[]> {
  const files = [journalFile(config), ...named.map((name) => path.resolve(process.env["INIT_CWD"] ?? ".", name))];
  const read = await Promise.all([...new Set(files)].map(readJournal));
  return read.filter((journal) => journal !== null);
}

/** Tells the operator which journals were read. Without one, people who were erased since the backup are there again. */
export function toldJournals(config: Config, journals: readonly Journal[]): string {
  if (journals.length > 0)
    return journals.map(({ file, erased }) => `Journal read: ${file}, ${erased.length} erased accounts.\n`).join("");
  return [
    "",
    "TAKE CARE: no journal of erased accounts was read. Everybody who was erased after this backup is there again, and can sign in.",
    `There is no file ${journalFile(config)}. Before the start, give the journal of the former installation:`,
    "  npm run foyer -- after-restore JOURNAL",
    "It is the file of its ERASURE_JOURNAL, or erased-accounts.jsonl in its DATA_DIR.",
    "",
    "",
  ].join("\n");
}

/**
 * Ends all sessions, mailed links and invitation links, and closes accounts that were erased after the
 * backup. Every restore must do this. Returns a summary for the operator.
 *
 * @param journals the journals of erased accounts.
 */
export async function endAfterRestore(
  databaseUrl: string,
  config: Config,
  journals: readonly Journal[],
): Promise<string> {
  const { role, schema } = accountsSchema;
  const erased = journals.flatMap((journal) => journal.erased);
  const accounts = openDatabase<AccountsTables>({ url: databaseUrl, role, schema, max: 1 });
  try {
    const now = await presentTime(databaseUrl, config.sandbox.clock);
    const ended = await endWhatWasOpen(accounts.kysely, now);
    const closed = await closeErased(accounts.kysely, erased, now);
    return told(ended, journals.length > 0 ? closed : null);
  } finally {
    await accounts.close();
  }
}

/** @param erased null if no journal was read. */
function told({ sessions, mailedLinks, invitations }: Ended, erased: number | null): string {
  return [
    `Ended: ${sessions} sessions, ${mailedLinks} mailed links. Invitations with a new link: ${invitations}; their managers can send them again.`,
    erased === null
      ? "Accounts that had been erased since the backup: unknown, because no journal was read."
      : `Accounts that had been erased since the backup and are erased again within minutes of the start: ${erased}.`,
    "Then compare with the payment provider: npm run foyer -- reconcile",
    "",
  ].join("\n");
}
