import { randomUUID } from "node:crypto";
import type { Erasure } from "@foyer/contract/internal";
import { inTransaction } from "@foyer/service-kit/db";
import { customerByOmniId } from "../customers/customer-store.ts";
import type { Deps } from "../deps.ts";
import { isEnded } from "../subscriptions/subscription-wire.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";
import { eraseRecords } from "./erasure-store.ts";

/**
 * Erases the payment side of accounts that are being erased (ERASE-03), and tells the accounts service when it is done. Every step may
 * be done again: what failed, or was cut off, is begun anew with the next look.
 */
export async function eraseCustomers(deps: Deps): Promise<void> {
  for (const erasure of await deps.accounts.erasures()) {
    try {
      await eraseOne(deps, erasure);
      await deps.accounts.confirmErasure(erasure.omni_id);
    } catch (error) {
      // One that fails must not hold up the others.
      deps.log.error({ err: error, account: erasure.omni_id }, "the payment side of an account could not be erased");
    }
  }
}

async function eraseOne(deps: Deps, erasure: Erasure): Promise<void> {
  const row = await customerByOmniId(deps.db, erasure.omni_id);
  // A customer of whom the accounts service was never told is nobody else's.
  const untold = row?.customer_id && row.told_at === null ? [row.customer_id] : [];
  for (const id of new Set([...erasure.customer_ids, ...untold])) await eraseAtProvider(deps, id);
  await inTransaction(deps.db, (tx) => eraseRecords(tx, erasure));
}

/** What the provider keeps of the person: her invoices, and the customer's bare id. */
async function eraseAtProvider(deps: Deps, customerId: string): Promise<void> {
  const { gateway } = deps;
  const customer = await gateway.customer(customerId);
  if (!customer) return;
  // Nobody is charged for an account that is not there any more: what is paid for is used up.
  for (const subscription of await gateway.subscriptions(customerId)) {
    if (isEnded(subscription.status) || subscription.willCancel) continue;
    await gateway.setAutoRenewal(subscription.id, true, `erase:${randomUUID()}`);
    await syncSubscription(deps, subscription.id);
  }
  for (const card of await gateway.cards(customerId)) await gateway.detachCard(card.id, `erase:${card.id}`);
  await gateway.eraseCustomer(customer, `erase:${randomUUID()}`);
}
