import { endWhatWasOpen, type Ended } from "@foyer/accounts/after-restore";
import { closeErased } from "@foyer/accounts/close-erased";
import type { Config } from "@foyer/service-kit/config";
import { type Journal, journalFile, readJournal } from "../data-folder/erasure-journal.ts";
import type { OpenDatabase } from "../data-folder/open-database.ts";
import { asAccounts } from "../data-folder/settle-secrets.ts";
import { presentTime } from "../import/import-file.ts";

/**
 * Reads this installation's journal, and those that were named on the command line.
 *
 * @param named absolute paths.
 * @throws Error for the operator if a file is no journal.
 */
export async function readJournals(config: Config, named: readonly string[]): Promise<readonly Journal[]> {
  const read = await Promise.all([...new Set([journalFile(config), ...named])].map(readJournal));
  return read.filter((journal) => journal !== null);
}

/** Tells the operator which journals were read. Without one, the restore brings back people who were erased since the backup. */
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
  database: OpenDatabase,
  config: Config,
  journals: readonly Journal[],
): Promise<string> {
  const erased = journals.flatMap((journal) => journal.erased);
  const now = await presentTime(database.servingUrl, config.sandbox.clock);
  return asAccounts(database, async (db) => {
    const ended = await endWhatWasOpen(db, now);
    const closed = await closeErased(db, erased, now);
    return told(ended, journals.length > 0 ? closed : null);
  });
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
