import { connectWritable } from "@foyer/service-kit/connect";
import { findHasDemo, insertInstallation, waitForTurn } from "./installation-store.ts";

/**
 * Initializes an unused database once: runs `fill`, which returns whether it loaded the demo data.
 *
 * Serializes concurrent starts. If `fill` fails or the process dies in it, the next start tries again.
 *
 * @returns whether the database contains the demo data.
 */
export async function settleInstallation(databaseUrl: string, fill: () => Promise<boolean>): Promise<boolean> {
  const client = await connectWritable(databaseUrl, { options: "-c role=foyer_host" });
  try {
    await waitForTurn(client);
    const known = await findHasDemo(client);
    if (known !== null) return known;
    const hasDemo = await fill();
    await insertInstallation(client, hasDemo);
    return hasDemo;
  } finally {
    await client.end();
  }
}
