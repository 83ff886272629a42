import { connectWritable } from "@foyer/service-kit/connect";
import { everyService } from "@foyer/service-kit/roles";
import { findDemoAccounts } from "./demo-account-store.ts";
import { readDemoNames } from "./demo-names.ts";

/**
 * Returns why production may not start on this database: it contains demo accounts, which have public passwords.
 *
 * @returns one sentence with their names and the command that removes them, or null.
 */
export async function demoFault(databaseUrl: string): Promise<string | null> {
  const names = await readDemoNames();
  const client = await connectWritable(databaseUrl, { options: `-c role=${everyService}` });
  try {
    const found = (await findDemoAccounts(client, names)).filter(({ canSignIn }) => canSignIn);
    if (found.length === 0) return null;
    const listed = found.map(({ username }) => username).join(", ");
    return (
      `The database holds accounts of the demo, whose passwords are public: ${listed}. ` +
      "Remove them with all that is theirs: npm run foyer -- remove-demo"
    );
  } finally {
    await client.end();
  }
}
