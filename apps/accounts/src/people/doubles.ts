import { sqlState } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";

const UNIQUE_VIOLATION = "23505";

/** Runs `work`. Turns a violated unique index on name or address into a refusal. */
export async function refusingDoubles<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const constraint = error instanceof Error && "constraint" in error ? error.constraint : undefined;
    if (sqlState(error) === UNIQUE_VIOLATION && constraint === "account_name_taken") {
      refuse("account_name.taken", { field: "new_account_name" });
    }
    if (sqlState(error) === UNIQUE_VIOLATION && constraint === "accounts_open_email") refuse("email.in_use");
    throw error;
  }
}
