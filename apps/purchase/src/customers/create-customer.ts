import type { Person } from "@foyer/service-kit/call";
import { Refusal, refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import {
  customerByOmniId,
  type CustomerRow,
  ensureCustomerRow,
  noteCustomerTold,
  retireCustomer,
  setCustomerId,
} from "./customer-store.ts";

const isSameText = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Refuses data that is not the caller's own. Another account does not exist for the caller. */
function refuseOthers(caller: Person, given: { email: string; omniId: string; username: string }): void {
  if (given.omniId !== caller.id) refuse("object.not_found");
  if (!isSameText(given.username, caller.username)) refuse("object.not_found");
  if (!isSameText(given.email, caller.email)) {
    refuse("input.invalid", { field: "email", reason: "own_address" });
  }
}

/**
 * Returns the provider's customer for the row. First searches by metadata, because an earlier try may have
 * created it. Otherwise creates it with the row's key, so that concurrent callers create only one.
 */
async function customerAtProvider(deps: Deps, row: CustomerRow): Promise<string> {
  const { email, omni_id: omniId, username, creation_key: key } = row;
  const found = (await deps.gateway.customersByEmail(email)).find(({ metadata }) => metadata["omni_id"] === omniId);
  return found?.id ?? (await deps.gateway.createCustomer({ email, omniId, username }, key)).id;
}

const MEANWHILE_MS = 3_000;

/** The provider refuses a key while another call uses it. Waits for that call's customer, which is ours too. */
async function madeMeanwhile(deps: Deps, omniId: string, error: unknown): Promise<string> {
  for (let waitedMs = 0; waitedMs < MEANWHILE_MS; waitedMs += 50) {
    const row = await customerByOmniId(deps.db, omniId);
    if (row?.customer_id) return row.customer_id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw error;
}

/** True if the customer was deleted at the provider. It can never pay again, but its papers may stay readable there. */
async function isDeleted({ gateway }: Deps, customerId: string): Promise<boolean> {
  try {
    return await orRefuse(() => gateway.isCustomerDeleted(customerId));
  } catch (error) {
    // Without an answer, the known customer is the best one.
    if (error instanceof Refusal && error.refusal === "provider.unavailable") return false;
    throw error;
  }
}

/** Returns the account's row without a deleted customer, and the customer that the accounts service knows, if it is usable. */
async function usableCustomer(
  deps: Deps,
  caller: Person,
  known: CustomerRow,
): Promise<{ readonly row: CustomerRow; readonly known: string | null }> {
  let row = known;
  for (const id of new Set([...(row.customer_id === null ? [] : [row.customer_id]), ...caller.customerIds])) {
    if (row.customer_id !== null && row.customer_id !== id) break;
    if (row.former_ids.includes(id)) continue;
    if (!(await isDeleted(deps, id))) return { row, known: id };
    row = await retireCustomer(deps.db, caller.id, id);
  }
  return { row, known: null };
}

/**
 * Returns the caller's customer, and creates it if needed, also if it was deleted at the provider. Repeated and concurrent
 * calls return the same one.
 */
export async function createCustomer(
  deps: Deps,
  caller: Person,
  given: { readonly email: string; readonly omniId: string; readonly username: string },
): Promise<string> {
  refuseOthers(caller, given);
  const { db } = deps;
  const now = deps.clock.now();
  const stored = await ensureCustomerRow(db, {
    omniId: caller.id,
    email: caller.email,
    username: caller.username,
    now,
  });
  const { row: before, known } = await usableCustomer(deps, caller, stored);
  let row = before;
  if (row.customer_id === null) {
    const customerId =
      known ??
      (await orRefuse(() => customerAtProvider(deps, before)).catch((error: unknown) =>
        madeMeanwhile(deps, caller.id, error),
      ));
    row = await setCustomerId(db, caller.id, customerId);
  }
  const { customer_id: customerId } = row;
  if (customerId === null) throw new Error(`account ${caller.id} has no customer`);
  // The caller's next request names the customer, so the accounts service must know it first. Clients use the first one.
  if (caller.customerIds[0] !== customerId) {
    await deps.accounts.tellCustomer(caller.id, customerId);
    deps.accounts.forget();
    await noteCustomerTold(db, caller.id, now);
  }
  return customerId;
}
