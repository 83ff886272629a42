/** The command line: `npm start`, `npm run foyer -- <command>`. */
const commands: Readonly<Record<string, () => Promise<{ run(args: readonly string[]): Promise<number> }>>> = {
  serve: () => import("./commands/serve.ts"),
  import: () => import("./commands/import.ts"),
  export: () => import("./commands/export.ts"),
  reconcile: () => import("./commands/reconcile.ts"),
};

const usage = `Usage: npm run foyer -- <command>

  serve [part …]   serve everything, or only: accounts purchase portal worker sandbox
  import FILE      load accounts, licenses, seats, keys, upgrades and subscriptions
  export [FILE]    write the same format, to standard output without FILE
  reconcile [--dry-run]
                   compare every subscription with the payment provider, and take over what differs
`;

const [name = "serve", ...args] = process.argv.slice(2);
const load = commands[name];
if (load) {
  const command = await load();
  try {
    process.exitCode = await command.run(args);
  } catch (error) {
    // One line says what is wrong; where it went wrong matters to who works on Foyer itself.
    const isWanted = ["debug", "trace"].includes(process.env["LOG_LEVEL"] ?? "");
    process.stderr.write(`Foyer cannot go on: ${error instanceof Error ? error.message : String(error)}\n`);
    if (isWanted && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  }
} else {
  process.stderr.write(`There is no command "${name}".\n\n${usage}`);
  process.exitCode = 1;
}
