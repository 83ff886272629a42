import { isOutage, READ_ONLY, sqlState } from "@foyer/service-kit/db";
import { withClient } from "./serving-login.ts";

/** Says what is wrong with an address that does not lead to a database. Returns null for another fault. */
function problemOf(error: unknown): string | null {
  const state = sqlState(error) ?? "";
  // The driver itself refuses to answer without a password.
  if (state.startsWith("28") || (error instanceof Error && error.message.startsWith("SASL")))
    return "the server refuses this user and password";
  if (state === "3D000") return "the server has no such database";
  if (state === READ_ONLY) return "no server there takes writes";
  return isOutage(error) || /^(E[A-Z]+|08...)$/.test(state) ? "no server answers there" : null;
}

/** Names the setting in the error of an address that does not lead to a database. Returns another error unchanged. */
export function addressError(setting: string, error: unknown): unknown {
  const problem = problemOf(error);
  if (problem === null) return error;
  const text = error instanceof Error ? error.message : String(error);
  return new Error(`${setting}: ${problem}: ${text}. Its form is postgres://user:password@host:port/database`, {
    cause: error,
  });
}

/**
 * Connects once, so that a wrong password, host or port is reported with the setting's name.
 *
 * @throws Error for the operator, without the password.
 */
export async function tryAddress(setting: string, url: string): Promise<void> {
  try {
    await withClient(url, async () => undefined);
  } catch (error) {
    throw addressError(setting, error);
  }
}
