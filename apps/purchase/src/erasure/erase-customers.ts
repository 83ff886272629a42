import { randomUUID } from "node:crypto";
import type { Erasure } from "@foyer/contract/internal";
import { REPAYMENT_DAYS } from "@foyer/domain/consumer-law";
import { inTransaction } from "@foyer/service-kit/db";
import { forgetContacts } from "../billing-contacts/billing-contact-store.ts";
import { customerByOmniId } from "../customers/customer-store.ts";
import type { Deps } from "../deps.ts";
import { forgetPapers } from "../paper-quotes/paper-quote-store.ts";
import { forgetArchives } from "../papers/archive-store.ts";
import { forgetReferences } from "../references/reference-store.ts";
import { forgetStatements, hasOpenStatement } from "../statements/statement-store.ts";
import { isEnded } from "../subscriptions/subscription-wire.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";
import { eraseRecords } from "./erasure-store.ts";

/**
 * Erases the payment side of accounts that are being erased (ERASE-03), and then confirms it to the accounts
 * service. Each step is safe to repeat. The next run repeats a failed or interrupted erasure.
 */
export async function eraseCustomers(deps: Deps): Promise<void> {
  for (const erasure of await deps.accounts.erasures()) {
    try {
      if (await isNeeded(deps, erasure)) continue;
      await eraseOne(deps, erasure);
      await deps.accounts.confirmErasure(erasure.omni_id);
    } catch (error) {
      // One failed erasure must not block the others.
      deps.log.error({ err: error, account: erasure.omni_id }, "the payment side of an account could not be erased");
    }
  }
}

/**
 * True while a statement of the person waits for a decision, until it is due. Strangers can name her order again and again, so it
 * does not hold the erasure for longer.
 */
async function isNeeded({ db, clock }: Deps, erasure: Erasure): Promise<boolean> {
  const due = new Date(erasure.begun).getTime() + REPAYMENT_DAYS * 86_400_000;
  return clock.now().getTime() < due && (await hasOpenStatement(db, erasure));
}

async function eraseOne(deps: Deps, erasure: Erasure): Promise<void> {
  const row = await customerByOmniId(deps.db, erasure.omni_id);
  // A customer that was never reported to the accounts service belongs to no other account.
  const untold = row?.customer_id && row.told_at === null ? [row.customer_id] : [];
  for (const id of new Set([...erasure.customer_ids, ...untold])) await eraseAtProvider(deps, id);
  await inTransaction(deps.db, async (tx) => {
    for (const id of new Set([...erasure.customer_ids, ...untold])) {
      await forgetContacts(tx, id);
      await forgetReferences(tx, id);
      await forgetPapers(tx, id);
      await forgetArchives(tx, id);
    }
    await forgetStatements(tx, erasure);
    await eraseRecords(tx, erasure);
  });
}

/** Erases the person at the provider. The invoices and the customer's bare id stay. */
async function eraseAtProvider(deps: Deps, customerId: string): Promise<void> {
  const { gateway } = deps;
  const customer = await gateway.customer(customerId);
  if (!customer) return;
  // A deleted account must not be charged again. The paid period still runs to its end.
  for (const subscription of await gateway.subscriptions(customerId)) {
    if (isEnded(subscription.status) || subscription.willCancel) continue;
    await gateway.setAutoRenewal(subscription.id, true, `erase:${randomUUID()}`);
    await syncSubscription(deps, subscription.id);
  }
  for (const card of await gateway.cards(customerId)) await gateway.detachCard(card.id, `erase:${card.id}`);
  await gateway.eraseCustomer(customer, `erase:${randomUUID()}`);
}
