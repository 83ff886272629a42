import path from "node:path";
import { endWhatWasOpen, type Ended } from "@foyer/accounts/after-restore";
import { closeErased } from "@foyer/accounts/close-erased";
import { accountsSchema } from "@foyer/accounts/migrations";
import type { AccountsTables } from "@foyer/accounts/tables";
import type { Config } from "@foyer/service-kit/config";
import { openDatabase } from "@foyer/service-kit/db";
import { journalFile, readJournal } from "../data-folder/erasure-journal.ts";
import { presentTime } from "../import/import-file.ts";

/**
 * Ends all sessions, mailed links and invitation links, and closes accounts that were erased after the
 * backup. Every restore must do this. Returns a summary for the operator.
 *
 * @param journals more journals of erased accounts, besides this installation's own, as given on the command line.
 */
export async function endAfterRestore(
  databaseUrl: string,
  config: Config,
  journals: readonly string[],
): Promise<string> {
  const { role, schema } = accountsSchema;
  const files = [journalFile(config), ...journals.map((name) => path.resolve(process.env["INIT_CWD"] ?? ".", name))];
  const erased = (await Promise.all(files.map(readJournal))).flat();
  const accounts = openDatabase<AccountsTables>({ url: databaseUrl, role, schema, max: 1 });
  try {
    const now = await presentTime(databaseUrl, config.sandbox.clock);
    const ended = await endWhatWasOpen(accounts.kysely, now);
    return told(ended, await closeErased(accounts.kysely, erased, now));
  } finally {
    await accounts.close();
  }
}

function told({ sessions, mailedLinks, invitations }: Ended, erased: number): string {
  return [
    `Ended: ${sessions} sessions, ${mailedLinks} mailed links. Invitations with a new link: ${invitations}; their managers can send them again.`,
    `Accounts that had been erased since the backup and are erased again within minutes of the start: ${erased}.`,
    "Then compare with the payment provider: npm run foyer -- reconcile",
    "",
  ].join("\n");
}
