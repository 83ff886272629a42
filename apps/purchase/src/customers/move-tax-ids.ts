import { randomUUID } from "node:crypto";
import { guessTaxId, OTHER_KIND, type TaxId } from "@foyer/domain/tax-ids";
import { inBatches } from "../in-batches.ts";
import type { Deps } from "../deps.ts";
import type { ProviderCustomer } from "../stripe/payment-gateway.ts";
import { ProviderFailure } from "../stripe/provider-failure.ts";
import { OLD_TAX_ID } from "./billing-details.ts";
import { forgetPass, readPass, savePass } from "./customer-pass-store.ts";
import { keptWithoutKind, withoutKind } from "./tax-id-fields.ts";

const PASS = "tax-ids";
const PAGE = 100;
/** So that a start does not wait for all of a large vendor's customers. */
const PAGES_A_RUN = 10;

async function hasTaxId({ gateway }: Deps, customerId: string, { kind, value }: TaxId): Promise<boolean> {
  return (await gateway.taxIds(customerId)).some((one) => one.kind === kind && one.value === value);
}

/** What the provider takes as the tax id's kind; without one where it does not accept the number. */
async function made(deps: Deps, customerId: string, taxId: TaxId): Promise<TaxId> {
  if (taxId.kind === OTHER_KIND || (await hasTaxId(deps, customerId, taxId))) return taxId;
  try {
    await deps.gateway.createTaxId(customerId, taxId, `move-tax-id:${customerId}:${taxId.kind}:${taxId.value}`);
    return taxId;
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind !== "invalid") throw error;
    return { ...taxId, kind: OTHER_KIND };
  }
}

/** Once more does no harm: what is there already is not made again, and the old one goes last. */
async function moveOne(deps: Deps, { id, metadata, address, customFields }: ProviderCustomer): Promise<void> {
  const old = metadata[OLD_TAX_ID];
  if (!old) return;
  const taxId = await made(deps, id, guessTaxId(old, address?.country ?? ""));
  const fields = keptWithoutKind(customFields);
  const isNew = taxId.kind === OTHER_KIND && !fields.some(({ value }) => value === taxId.value);
  const change = isNew ? { customFields: withoutKind([...fields, taxId], customFields) } : {};
  await deps.gateway.updateCustomer(id, { ...change, metadata: { [OLD_TAX_ID]: "" } }, `moved-tax-id:${randomUUID()}`);
}

/** Page by page, from where the last run got to. */
async function moveFrom(deps: Deps, cursor: string | null): Promise<void> {
  const { db } = deps;
  let startingAfter = cursor;
  for (let page = 0; page < PAGES_A_RUN; page++) {
    const { items, hasMore } = await deps.gateway.allCustomers({
      limit: PAGE,
      ...(startingAfter === null ? {} : { startingAfter }),
    });
    await inBatches(items, async (customer) => {
      try {
        await moveOne(deps, customer);
      } catch (error) {
        if (error instanceof ProviderFailure && error.kind === "unavailable") throw error;
        // It stays where it is, is shown, and moves when its customer saves the billing details.
        deps.log.error({ err: error, customer: customer.id }, "a tax id could not be moved");
      }
    });
    startingAfter = items.at(-1)?.id ?? startingAfter;
    const reached = { cursor: startingAfter, finished_at: hasMore ? null : deps.clock.now() };
    await savePass(db, PASS, reached);
    if (!hasMore) return;
  }
}

/**
 * Makes tax ids of the provider out of those that were kept in metadata, once for every customer that it has. Goes on where
 * an earlier run ended, and may run twice, or in two processes at once.
 */
export async function moveTaxIds(deps: Deps): Promise<void> {
  const { db } = deps;
  const pass = await readPass(db, PASS);
  if (pass?.finished_at) return;
  try {
    await moveFrom(deps, pass?.cursor ?? null);
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind !== "missing") throw error;
    // The customer that was done last is gone: from the beginning, past those that are done.
    await forgetPass(db, PASS);
  }
}
