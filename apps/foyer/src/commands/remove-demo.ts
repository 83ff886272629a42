import { setupUrlOf } from "../data-folder/open-database.ts";
import { removeDemo } from "../demo/remove-demo.ts";
import { misused, onDatabase } from "./settings.ts";

/** `remove-demo`: removes the demo's accounts and all their data, all or nothing. */
export async function run(args: readonly string[]): Promise<number> {
  if (args.length > 0) return misused("remove-demo");
  return onDatabase(async (_config, database) => {
    const { accounts, licenses, seats, customers } = await removeDemo(setupUrlOf(database));
    process.stdout.write(
      `Removed: ${accounts} accounts, ${licenses} licenses with ${seats} seats, ${customers} customers of the payment provider's mirror.\n`,
    );
    return 0;
  });
}
