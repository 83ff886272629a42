import type { Person } from "@foyer/service-kit/call";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import {
  customerByOmniId,
  type CustomerRow,
  ensureCustomerRow,
  noteCustomerTold,
  setCustomerId,
} from "./customer-store.ts";

const isSameText = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Refuses what is not the caller's own: another account does not exist for her. */
function refuseOthers(caller: Person, given: { email: string; omniId: string; username: string }): void {
  if (given.omniId !== caller.id) refuse("object.not_found");
  if (!isSameText(given.username, caller.username)) refuse("object.not_found");
  if (!isSameText(given.email, caller.email)) {
    refuse("input.invalid", { field: "email", message: "This is not the e-mail address of your account." });
  }
}

/**
 * The provider's customer of the row. Found there by its metadata first, where an earlier try got that far;
 * made otherwise, with the row's key, so that callers at the same time make one.
 */
async function customerAtProvider(deps: Deps, row: CustomerRow): Promise<string> {
  const { email, omni_id: omniId, username, creation_key: key } = row;
  const found = (await deps.gateway.customersByEmail(email)).find(({ metadata }) => metadata["omni_id"] === omniId);
  return found?.id ?? (await deps.gateway.createCustomer({ email, omniId, username }, key)).id;
}

const MEANWHILE_MS = 3_000;

/** The provider refuses a key that is at work for somebody else: then that somebody's customer is ours too. */
async function madeMeanwhile(deps: Deps, omniId: string, error: unknown): Promise<string> {
  for (let waitedMs = 0; waitedMs < MEANWHILE_MS; waitedMs += 50) {
    const row = await customerByOmniId(deps.db, omniId);
    if (row?.customer_id) return row.customer_id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw error;
}

/** The caller's customer; asked twice, or twenty times at once, the same one. */
export async function createCustomer(
  deps: Deps,
  caller: Person,
  given: { readonly email: string; readonly omniId: string; readonly username: string },
): Promise<string> {
  refuseOthers(caller, given);
  const { db } = deps;
  const now = deps.clock.now();
  let row = await ensureCustomerRow(db, { omniId: caller.id, email: caller.email, username: caller.username, now });
  const before = row;
  if (row.customer_id === null) {
    const customerId =
      caller.customerIds[0] ??
      (await orRefuse(() => customerAtProvider(deps, before)).catch((error: unknown) =>
        madeMeanwhile(deps, caller.id, error),
      ));
    row = await setCustomerId(db, caller.id, customerId);
  }
  const { customer_id: customerId } = row;
  if (customerId === null) throw new Error(`account ${caller.id} has no customer`);
  // Her next call names the customer: the accounts service has to know it before she does.
  if (!caller.customerIds.includes(customerId)) {
    await deps.accounts.tellCustomer(caller.id, customerId);
    deps.accounts.forget();
    await noteCustomerTold(db, caller.id, now);
  }
  return customerId;
}
