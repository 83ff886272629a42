import { openDatabase, setupUrlOf } from "../data-folder/open-database.ts";
import { removeDemo } from "../demo/remove-demo.ts";
import { settingsOrFaults } from "./settings.ts";

/** `remove-demo`: removes the demo's accounts and all their data, all or nothing. */
export async function run(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    process.stderr.write("Usage: npm run foyer -- remove-demo\n");
    return 1;
  }
  const config = settingsOrFaults();
  if (!config) return 1;
  const database = await openDatabase(config);
  try {
    const { accounts, licenses, seats, customers } = await removeDemo(setupUrlOf(database));
    process.stdout.write(
      `Removed: ${accounts} accounts, ${licenses} licenses with ${seats} seats, ${customers} customers of the payment provider's mirror.\n`,
    );
    return 0;
  } finally {
    await database.close();
  }
}
