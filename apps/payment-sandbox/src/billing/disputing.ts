import type { Charge } from "../objects/charge.ts";
import { newDispute, type Dispute } from "../objects/dispute.ts";
import type { Unit } from "../store/unit.ts";
import { badRequest } from "../wire/refusal.ts";

/** The card holder disputes a payment at the bank, which takes the money back. */
export async function disputeCharge(unit: Unit, charge: Charge): Promise<Dispute> {
  if (!charge.paid || charge.disputed || charge.refunded) {
    throw badRequest("This charge cannot be disputed.", { param: "charge" });
  }
  const dispute = await unit.insert(newDispute(unit.now, charge));
  await unit.save(charge, { disputed: true });
  await unit.emit("charge.dispute.created", dispute);
  await unit.emit("charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/** Decides a dispute. If it is won, the money comes back. */
export async function decideDispute(unit: Unit, dispute: Dispute, status: "won" | "lost"): Promise<Dispute> {
  if (dispute.status !== "needs_response") throw badRequest("This dispute is already closed.");
  await unit.save(dispute, { status });
  if (status === "won") await unit.emit("charge.dispute.funds_reinstated", dispute);
  await unit.emit("charge.dispute.closed", dispute);
  return dispute;
}
