import fs from "node:fs";
import type { Config } from "@foyer/service-kit/config";
import { endAfterRestore, readJournals, toldJournals } from "../backup/end-sessions.ts";
import { CannotRestore, type JudgeKeys, readBackup } from "../backup/read-backup.ts";
import { openDatabase, setupUrlOf } from "../data-folder/open-database.ts";
import { ownKeyring } from "../data-folder/own-keyring.ts";
import { lackOf } from "../data-folder/settle-secrets.ts";
import { fileNamed, misused, settingsOrFaults } from "./settings.ts";

/** For operators who lost the keys of `SECRETS_KEY`: authenticators stop working, recovery codes still work. */
const WITHOUT_KEYS = "--without-keys";

/** Reports unreadable secrets before the load. Production refuses them unless `--without-keys` is given. */
function judgeBy(config: Config, isAskedFor: boolean): JudgeKeys {
  return (needed) => {
    const { ids } = ownKeyring(config);
    const missing = needed.filter((id) => !ids.includes(id));
    if (missing.length === 0 || isAskedFor) return;
    const fault = `what it keeps of second factors ${lackOf(missing)}`;
    if (config.production) throw new CannotRestore(`${fault}, or restore ${WITHOUT_KEYS}`);
    process.stderr.write(`Take care: ${fault}\n`);
  };
}

/**
 * `restore [--without-keys] FILE [JOURNAL…]`: loads a backup into an empty database, ends all its sessions
 * and mailed links, and closes accounts erased since.
 */
export async function run(given: readonly string[]): Promise<number> {
  const args = given.filter((arg) => arg !== WITHOUT_KEYS);
  const [name, ...journals] = args;
  if (name === undefined) return misused("restore [--without-keys] FILE [JOURNAL…]");
  const config = settingsOrFaults();
  if (!config) return 1;
  const absent = args.find((one) => !fs.existsSync(fileNamed(one)));
  if (absent !== undefined) {
    process.stderr.write(`${absent} cannot be read: there is no such file\n`);
    return 1;
  }
  const read = await readJournals(config, journals.map(fileNamed));
  const database = await openDatabase(config, "may create");
  try {
    const rows = await readBackup(setupUrlOf(database), fileNamed(name), judgeBy(config, given.includes(WITHOUT_KEYS)));
    process.stdout.write(`${name}: ${rows} rows restored\n`);
    process.stdout.write(await endAfterRestore(database, config, read));
    process.stderr.write(toldJournals(config, read));
    return 0;
  } catch (error) {
    if (!(error instanceof CannotRestore)) throw error;
    process.stderr.write(`${name} was not restored: ${error.message}\n`);
    return 1;
  } finally {
    await database.close();
  }
}
