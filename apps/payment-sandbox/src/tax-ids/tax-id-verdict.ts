import { isTaxIdType, isTaxIdValue, newTaxId, verdictOn, type TaxId } from "../objects/tax-id.ts";
import type { Unit } from "../store/unit.ts";
import type { Params } from "../wire/params.ts";
import { badRequest } from "../wire/refusal.ts";

/** Seconds until a register answers. */
const LOOK_UP_SECONDS = 30;

/** The tax id of a call, not yet written. */
export function taxIdFrom(unit: Unit, customer: string, params: Params): TaxId {
  const type = params.required("type");
  const value = params.required("value");
  if (!isTaxIdType(type)) {
    throw badRequest(`Invalid type: must be one of the supported tax ID types, not ${type}`, { param: "type" });
  }
  if (!isTaxIdValue(type, value)) {
    throw badRequest(`Invalid value for ${type}.`, { code: "tax_id_invalid", param: "value" });
  }
  return newTaxId(unit.now, customer, type, value);
}

/** Writes a new tax id, and schedules its look-up if its kind is checked. */
export async function insertTaxId(unit: Unit, taxId: TaxId): Promise<TaxId> {
  await unit.insert(taxId);
  if (taxId.verification.status === "pending") {
    await unit.schedule("tax_id_verdict", taxId.id, taxId.customer, unit.now + LOOK_UP_SECONDS);
  }
  await unit.emit("customer.tax_id.created", taxId);
  return taxId;
}

/** Records the register's answer. */
export async function giveVerdict(unit: Unit, id: string): Promise<void> {
  const taxId = await unit.find("tax_id", id);
  if (!taxId) return;
  const before = taxId.verification;
  const status = verdictOn(taxId);
  if (status === before.status) return;
  await unit.save(taxId, { verification: { ...before, status } });
  await unit.emit("customer.tax_id.updated", taxId, { verification: before });
}
