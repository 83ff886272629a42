import { appointStaff } from "@foyer/accounts/appoint";
import { type StaffRight, staffRights } from "@foyer/domain/staff-rights";
import { asAccounts } from "../data-folder/settle-secrets.ts";
import { presentTime } from "../import/import-file.ts";
import { misused, onDatabase } from "./settings.ts";

const isRight = (word: string): word is StaffRight => (staffRights as readonly string[]).includes(word);

/** `staff NAME [right …]`: gives an account exactly these rights, or none, with or without a running system. */
export async function run(args: readonly string[]): Promise<number> {
  const [name, ...rights] = args;
  if (name === undefined || !rights.every(isRight)) return misused(`staff NAME [${staffRights.join(" | ")} …]`);
  return onDatabase(async (config, database) => {
    const now = await presentTime(database.servingUrl, config.sandbox.clock);
    const appointed = await asAccounts(database, (db) => appointStaff(db, now, name, rights), false);
    if (!appointed) {
      process.stderr.write(`Nobody has the account name ${name}.\n`);
      return 1;
    }
    const { before, after, leavesNone } = appointed;
    const told = (held: readonly StaffRight[]): string => held.join(", ") || "none";
    process.stdout.write(`Rights of ${name}: ${told(after)} (before: ${told(before)}). Her sessions have ended.\n`);
    if (leavesNone) process.stdout.write("Nobody is an administrator now: npm run foyer -- staff NAME admin\n");
    return 0;
  });
}
