import { randomUUID } from "node:crypto";
import { guessTaxId, OTHER_KIND, type TaxId } from "@foyer/domain/tax-ids";
import { eachApart } from "../in-batches.ts";
import type { Deps } from "../deps.ts";
import type { ProviderCustomer } from "../stripe/payment-gateway.ts";
import { ProviderFailure } from "../stripe/provider-failure.ts";
import { OLD_TAX_ID } from "./billing-details.ts";
import { forgetPass, readPass, savePass } from "./customer-store.ts";
import { keptWithoutKind, withoutKind } from "./tax-id-fields.ts";

const PASS = "tax-ids";
const PAGE = 100;
/** Limit of pages per run, so that startup does not wait for all customers of a large vendor. */
const PAGES_A_RUN = 10;

async function hasTaxId({ gateway }: Deps, customerId: string, { kind, value }: TaxId): Promise<boolean> {
  return (await gateway.taxIds(customerId)).some((one) => one.kind === kind && one.value === value);
}

/** Creates the tax ID at the provider and returns it, without a kind if the provider refuses the number. */
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

/**
 * Moves the tax ID of one customer. Safe to repeat: existing ones are not created again, and the old field is
 * removed last.
 */
async function moveOne(deps: Deps, { id, metadata, address, customFields }: ProviderCustomer): Promise<void> {
  const old = metadata[OLD_TAX_ID];
  if (!old) return;
  const taxId = await made(deps, id, guessTaxId(old, address?.country ?? ""));
  const fields = keptWithoutKind(customFields);
  const isNew = taxId.kind === OTHER_KIND && !fields.some(({ value }) => value === taxId.value);
  const change = isNew ? { customFields: withoutKind([...fields, taxId], customFields) } : {};
  await deps.gateway.updateCustomer(id, { ...change, metadata: { [OLD_TAX_ID]: "" } }, `moved-tax-id:${randomUUID()}`);
}

/** Moves page by page from the cursor. */
async function moveFrom(deps: Deps, cursor: string | null): Promise<void> {
  const { db } = deps;
  let startingAfter = cursor;
  for (let page = 0; page < PAGES_A_RUN; page++) {
    const { items, hasMore } = await deps.gateway.allCustomers({
      limit: PAGE,
      ...(startingAfter === null ? {} : { startingAfter }),
    });
    await eachApart(
      items,
      (customer) => moveOne(deps, customer),
      // The tax ID stays in the metadata and is still shown. It moves when the customer saves the billing details.
      ({ id: customer }, error) => deps.log.error({ err: error, customer }, "a tax id could not be moved"),
    );
    startingAfter = items.at(-1)?.id ?? startingAfter;
    const reached = { cursor: startingAfter, finished_at: hasMore ? null : deps.clock.now() };
    await savePass(db, PASS, reached);
    if (!hasMore) return;
  }
}

/**
 * Moves tax IDs from metadata to the provider's tax IDs, once for every customer. Continues where an earlier
 * run ended. Safe to repeat and to run concurrently.
 */
export async function moveTaxIds(deps: Deps): Promise<void> {
  const { db } = deps;
  const pass = await readPass(db, PASS);
  if (pass?.finished_at) return;
  try {
    await moveFrom(deps, pass?.cursor ?? null);
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind !== "missing") throw error;
    // The cursor's customer was deleted. Starts again from the beginning and skips those that are done.
    await forgetPass(db, PASS);
  }
}
