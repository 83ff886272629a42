import { appointStaff } from "@foyer/accounts/appoint";
import { accountsSchema } from "@foyer/accounts/migrations";
import type { AccountsTables } from "@foyer/accounts/tables";
import { type StaffRight, staffRights } from "@foyer/domain/staff-rights";
import { openDatabase as openServiceDatabase } from "@foyer/service-kit/db";
import { openDatabase } from "../data-folder/open-database.ts";
import { presentTime } from "../import/import-file.ts";
import { settingsOrFaults } from "./settings.ts";

const isRight = (word: string): word is StaffRight => (staffRights as readonly string[]).includes(word);

/** `staff NAME [right …]`: gives an account exactly these rights, or none, with or without a running system. */
export async function run(args: readonly string[]): Promise<number> {
  const [name, ...rights] = args;
  if (name === undefined || !rights.every(isRight)) {
    process.stderr.write(`Usage: npm run foyer -- staff NAME [${staffRights.join(" | ")} …]\n`);
    return 1;
  }
  const config = settingsOrFaults();
  if (!config) return 1;
  const database = await openDatabase(config);
  const { role, schema } = accountsSchema;
  const accounts = openServiceDatabase<AccountsTables>({ url: database.servingUrl, role, schema, max: 1 });
  try {
    const now = await presentTime(database.servingUrl, config.sandbox.clock);
    const appointed = await appointStaff(accounts.kysely, now, name, rights);
    if (!appointed) {
      process.stderr.write(`Nobody has the account name ${name}.\n`);
      return 1;
    }
    const { before, after, leavesNone } = appointed;
    const told = (held: readonly StaffRight[]): string => held.join(", ") || "none";
    process.stdout.write(`Rights of ${name}: ${told(after)} (before: ${told(before)}). Her sessions have ended.\n`);
    if (leavesNone) process.stdout.write("Nobody is an administrator now: npm run foyer -- staff NAME admin\n");
    return 0;
  } finally {
    await accounts.close();
    await database.close();
  }
}
