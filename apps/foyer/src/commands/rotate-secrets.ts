import { ownKeyring } from "../data-folder/own-keyring.ts";
import { resealNow, secretsFault } from "../data-folder/settle-secrets.ts";
import { misused, onDatabase } from "./settings.ts";

const GIVE_UP = "--give-up";

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * `rotate-secrets`: encrypts all secrets with the first key of `SECRETS_KEY`, with or without a running
 * system. With `--give-up`, authenticators with secrets that no key can decrypt stop working.
 */
export async function run(args: readonly string[]): Promise<number> {
  if (args.some((arg) => arg !== GIVE_UP)) return misused("rotate-secrets [--give-up]");
  const giveUp = args.includes(GIVE_UP);
  return onDatabase(async (config, database) => {
    // A shell with wrong settings must not encrypt with a key that is stored nowhere.
    const fault = giveUp ? null : await secretsFault(config, database);
    if (fault !== null) {
      say(fault);
      return 1;
    }
    const keyring = ownKeyring(config);
    const { sealed, unreadable } = await resealNow(database, keyring, giveUp);
    process.stdout.write(`Encrypted anew with the key ${keyring.ids[0]}: ${sealed}. All others were before.\n`);
    if (unreadable === 0) return 0;
    const fate = giveUp ? "Given up" : "Cannot be read, and left as they are";
    say(`${fate}: ${unreadable}. Their owners sign in with a recovery code, or are helped by staff.`);
    return giveUp ? 0 : 1;
  });
}
