import { vi } from "vitest";
import type { TestAccounts } from "./test-accounts.ts";

/** The SQL statements that the service sends while `work` runs. */
export async function statementsOf({ database }: TestAccounts, work: () => Promise<unknown>): Promise<string[]> {
  const client = await database.pool.connect();
  client.release();
  const query = vi.spyOn(Object.getPrototypeOf(client) as typeof client, "query");
  try {
    await work();
    const statements = query.mock.calls.map(([sent]: readonly unknown[]) =>
      typeof sent === "string" ? sent : (sent as { readonly text: string }).text,
    );
    // The pool checks a connection that was not used for a second, as on a busy machine.
    return statements.filter((statement) => statement !== "select 1");
  } finally {
    query.mockRestore();
  }
}
