import pg from "pg";
import type { TestAccounts } from "./test-accounts.ts";

export interface LedgerProbe {
  /** Ends it; how often it looked, and every licence that it ever saw with more seats than it has or with a wrong count. */
  stop(): Promise<{ readonly looks: number; readonly faults: readonly unknown[] }>;
}

/** Looks at the ledger of all licences from a connection of its own, again and again, while others change it. */
export async function probeLedger(service: TestAccounts): Promise<LedgerProbe> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  const faults: unknown[] = [];
  let looks = 0;
  let isOn = true;
  const looking = (async () => {
    while (isOn) {
      const { rows } = await client.query("select * from accounts.seat_count_faults");
      looks++;
      faults.push(...rows);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  return {
    stop: async () => {
      isOn = false;
      await looking;
      await client.end();
      return { looks, faults };
    },
  };
}
