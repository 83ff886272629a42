import { openPool } from "@foyer/service-kit/db";
import type { TestAccounts } from "./test-accounts.ts";

export interface LedgerProbe {
  /** Stops it. Returns the number of looks, and every license that was seen with too many seats or a wrong count. */
  stop(): Promise<{ readonly looks: number; readonly faults: readonly unknown[] }>;
}

/** Repeatedly checks the seats of all licenses on a separate connection while a test changes them. */
export async function probeLedger(service: TestAccounts): Promise<LedgerProbe> {
  const pool = openPool({ url: service.databaseUrl, role: null, schema: "accounts", max: 1 });
  const faults: unknown[] = [];
  let looks = 0;
  let isOn = true;
  const looking = (async () => {
    while (isOn) {
      const { rows } = await pool.query("select * from seat_count_faults");
      looks++;
      faults.push(...rows);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  return {
    stop: async () => {
      isOn = false;
      await looking;
      await pool.end();
      return { looks, faults };
    },
  };
}
