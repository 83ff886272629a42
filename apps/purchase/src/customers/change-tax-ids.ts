import { OTHER_KIND, type TaxId } from "@foyer/domain/tax-ids";
import type { Deps } from "../deps.ts";
import type { ProviderTaxId } from "../stripe/payment-gateway.ts";
import { ProviderFailure } from "../stripe/provider-failure.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { refuseTaxId } from "./wrong-tax-ids.ts";

/** Maximum number of tax IDs of a customer at the provider. */
const ROOM = 5;

interface TaxIdChange {
  readonly customerId: string;
  readonly wanted: readonly TaxId[];
  readonly kept: readonly ProviderTaxId[];
  /** Prefix of the idempotency keys of this change. */
  readonly key: string;
}

/** Returns stored tax IDs that are no longer wanted, including duplicates. */
function surplusOf({ wanted, kept }: TaxIdChange): ProviderTaxId[] {
  const left = wanted.map(({ kind, value }) => `${kind} ${value}`);
  return kept.filter(({ kind, value }) => {
    const place = left.indexOf(`${kind} ${value}`);
    if (place !== -1) left.splice(place, 1);
    return place === -1;
  });
}

/**
 * Replaces the customer's tax IDs at the provider with the wanted ones. Creates new ones before it deletes old ones, as
 * far as the limit allows. If the provider refuses one, earlier steps are undone, and the refusal names its field.
 */
export async function changeTaxIds(deps: Deps, change: TaxIdChange): Promise<void> {
  const { gateway } = deps;
  const { customerId, wanted, kept, key } = change;
  const undo: (() => Promise<unknown>)[] = [];
  const surplus = surplusOf(change);
  let count = kept.length;
  const remove = async (one: ProviderTaxId): Promise<void> => {
    await gateway.deleteTaxId(customerId, one.id, `${key}:remove:${one.id}`);
    undo.unshift(() => gateway.createTaxId(customerId, one, `${key}:restore:${one.id}`));
    count -= 1;
  };
  const add = async (one: TaxId, index: number): Promise<void> => {
    const made = await gateway.createTaxId(customerId, one, `${key}:add:${index}`);
    undo.unshift(() => gateway.deleteTaxId(customerId, made.id, `${key}:undo:${made.id}`));
    count += 1;
  };
  for (const [index, one] of wanted.entries()) {
    if (one.kind === OTHER_KIND || kept.some(({ kind, value }) => kind === one.kind && value === one.value)) continue;
    try {
      const first = count >= ROOM ? surplus.shift() : undefined;
      if (first) await remove(first);
      await add(one, index);
    } catch (error) {
      for (const step of undo) await orRefuse(step);
      if (error instanceof ProviderFailure && error.kind === "invalid") {
        refuseTaxId(index, { reason: "tax_id_refused", facts: { fault: error.message } });
      }
      await orRefuse(() => Promise.reject(error));
    }
  }
  for (const one of surplus) await orRefuse(() => remove(one));
}
