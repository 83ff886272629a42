import { readFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// Caches compiled code in our own folder, because anyone can write to the default one in /tmp. By the variable, threads share it:
// a thread that must compile TypeScript itself uses twice the memory.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL("../../../.cache/compiled", import.meta.url));
enableCompileCache();

/** The command line: `npm start`, `npm run foyer -- <command>`. */
const commands: Readonly<Record<string, () => Promise<{ run(args: readonly string[]): Promise<number> }>>> = {
  serve: () => import("./commands/serve.ts"),
  convert: () => import("./commands/convert.ts"),
  import: () => import("./commands/import.ts"),
  export: () => import("./commands/export.ts"),
  reconcile: () => import("./commands/reconcile.ts"),
  staff: () => import("./commands/staff.ts"),
  backup: () => import("./commands/backup.ts"),
  restore: () => import("./commands/restore.ts"),
  "after-restore": () => import("./commands/after-restore.ts"),
  "rotate-secrets": () => import("./commands/rotate-secrets.ts"),
  "rotate-keys": () => import("./commands/rotate-keys.ts"),
  setup: () => import("./commands/setup.ts"),
  "remove-demo": () => import("./commands/remove-demo.ts"),
};

const usage = `Usage: npm run foyer -- <command>

  serve [part …]   serve everything, or only: accounts purchase portal worker sandbox
  convert SHOP FOLDER|FILE
                   turn the export of lemon-squeezy, paddle, keygen or a csv file into lines to import, and a report
  import [--dry-run] [--invite [--per-hour N]] FILE
                   load accounts, licenses, seats, keys, upgrades, subscriptions and devices; mail links to set a password
  export [FILE]    write the same format, to standard output without FILE
  reconcile [--dry-run]
                   compare every subscription with the payment provider, and take over what differs
  staff NAME [right …]
                   give an account the staff's rights (read support billing admin), or take them away
  backup FILE      write everything, also of a running system; compressed where FILE ends with .gz
  restore [--without-keys] FILE [JOURNAL …]
                   load a backup into an empty database, end all sessions and mailed links, and close what was erased since
  after-restore [JOURNAL …]
                   the same but for the loading, after a restore by other means
  rotate-secrets [--give-up]
                   encrypt what is encrypted in the database with the first key of SECRETS_KEY
  rotate-keys      add keys that sign what apps are given; those before them stay good for 30 days
  setup            bring the database up to date, so that the login of DATABASE_URL can serve from it
  remove-demo      remove the demo's accounts with all that is theirs, before production
  help             print this page
  version          print the version
`;

/** Commands that need neither settings nor a database. */
const answers: Readonly<Record<string, () => string>> = {
  help: () => usage,
  version: () => {
    const file = fileURLToPath(new URL("../../../package.json", import.meta.url));
    return `${(JSON.parse(readFileSync(file, "utf8")) as { version: string }).version}\n`;
  },
};
const spellings = new Map([
  ["--help", "help"],
  ["-h", "help"],
  ["--version", "version"],
  ["-v", "version"],
]);

const [given = "serve", ...args] = process.argv.slice(2);
// `npm run foyer -- serve --help` asks for the page too.
const name = args.some((arg) => spellings.get(arg) === "help") ? "help" : (spellings.get(given) ?? given);
const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (Object.hasOwn(answers, name)) {
  process.stdout.write(answers[name]?.() ?? "");
} else if (load) {
  const command = await load();
  try {
    process.exitCode = await command.run(args);
  } catch (error) {
    // Prints one line with the reason. The stack only helps developers of Foyer.
    const isWanted = ["debug", "trace"].includes(process.env["LOG_LEVEL"] ?? "");
    process.stderr.write(`Foyer cannot go on: ${error instanceof Error ? error.message : String(error)}\n`);
    if (isWanted && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  }
} else {
  process.stderr.write(`There is no command "${name}".\n\n${usage}`);
  process.exitCode = 1;
}
