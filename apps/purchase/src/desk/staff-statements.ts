import type { BodyOf } from "@foyer/contract/endpoint";
import type { StaffStatement, staffDecideStatement as decideCall } from "@foyer/contract/staff-statements";
import type { Repair } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { insertAct } from "@foyer/service-kit/staff-acts";
import { setAutoRenewal } from "../changes/change-subscription.ts";
import { refuseEnded } from "../changes/rules/change-rules.ts";
import type { Deps } from "../deps.ts";
import { endPurchase, endSubscription } from "../staff/cancel-purchase.ts";
import { applied, previewed } from "../staff/repair.ts";
import {
  listStatements,
  lockStatement,
  statementById,
  type StoredStatement,
  updateCase,
} from "../statements/statement-store.ts";
import { reachSubscription } from "../subscriptions/reach-subscription.ts";

type Decision = BodyOf<typeof decideCall>;

function statementWire(row: StoredStatement): StaffStatement {
  const { id, kind, name, reference, contract, state, reason, match } = row;
  return {
    id,
    kind,
    at: instantOf(row.at),
    name,
    reference,
    contract,
    receipt_to: row.receipt_to,
    good_cause: row.good_cause,
    due: instantOf(row.due_at),
    state,
    reason,
    match,
    decided: row.decided_at && instantOf(row.decided_at),
    decided_by: row.decided_by,
  };
}

export const staffListStatements = async ({ db }: Deps, isOnlyOpen: boolean): Promise<StaffStatement[]> =>
  (await listStatements(db, isOnlyOpen)).map(statementWire);

const isDecided = ({ state }: Pick<StoredStatement, "state">): boolean => state === "carried_out" || state === "closed";

/** Refuses a statement that was decided, and one to close that is being carried out. */
function refuseDecided(stated: StoredStatement, { decision }: Pick<Decision, "decision">): void {
  if (isDecided(stated)) refuse("subscription.forbidden", { reason: "statement_decided" });
  if (decision === "close" && stated.state === "carrying")
    refuse("subscription.forbidden", { reason: "being_finished" });
}

/** The contract that the statement matches, or that staff name. */
function contractOf({ kind, match }: StoredStatement, named: Decision) {
  const own = kind === "withdraw" ? match?.checkout : match?.subscription;
  const customer = named.customer ?? match?.customer;
  const contract = named.contract ?? own;
  if (!customer || !contract) refuse("subscription.forbidden", { reason: "no_contract_named" });
  return { customer, contract };
}

/** Ends the contract of a statement, or shows what would end. */
async function carryOut(deps: Deps, staff: Person, stated: StoredStatement, wanted: Decision): Promise<Repair> {
  const { customer, contract } = contractOf(stated, wanted);
  const { reason, preview = false } = wanted;
  const { kind, good_cause: cause } = stated;
  const ending = { staff: staff.username, reason, preview, limited: staff, statement: { statement: kind } };
  if (kind === "withdraw") return await endPurchase(deps, { id: customer, checkout: contract }, ending);
  const isNow = (wanted.when ?? (cause === null ? "period_end" : "now")) === "now";
  if (isNow) return await endSubscription(deps, customer, contract, ending);
  const { row } = await reachSubscription(deps, customer, contract);
  refuseEnded(row);
  const before = { subscription: contract, cancel_at_period_end: row.cancel_at_period_end };
  const after = { ...before, cancel_at_period_end: true, ends_at: instantOf(row.period_end) };
  if (!preview) {
    const call = { customerId: customer, subscriptionId: contract, cancelAtPeriodEnd: true, by: staff.username };
    await setAutoRenewal(deps, { ...call, statement: kind });
  }
  return (preview ? previewed : applied)(before, after);
}

/** Carries a statement out, or closes it, with a reason. The statement itself stays as it is. */
export async function staffDecideStatement(deps: Deps, staff: Person, id: string, wanted: Decision): Promise<Repair> {
  const { decision, reason, preview = false } = wanted;
  const stated = /^[\da-f-]{36}$/.test(id) ? await statementById(deps.db, id) : null;
  if (!stated) refuse("object.not_found");
  refuseDecided(stated, wanted);
  const state = decision === "close" ? "closed" : "carried_out";
  const was = { statement: id, state: stated.state, reason: stated.reason };
  const ended = decision === "carry_out" ? await carryOut(deps, staff, stated, wanted) : null;
  const before = { ...was, ...ended?.before };
  const after = { ...was, reason: null, ...ended?.after, state };
  if (preview) return previewed(before, after);
  const customer = decision === "carry_out" ? contractOf(stated, wanted).customer : stated.customer_id;
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now();
    const locked = await lockStatement(tx, id);
    // Another staff member or the buyer ended the same contract by the same engine.
    if (!locked || (isDecided(locked) && ended !== null)) return;
    refuseDecided(locked, wanted);
    await updateCase(tx, id, {
      state,
      reason: null,
      customer_id: customer,
      decided_at: now,
      decided_by: staff.username,
    });
    const act = { staff: staff.username, act: `statement.${decision}`, target: `statement:${id}`, reason };
    await insertAct(tx, { at: now, ...act, before, after });
  });
  return applied(before, after);
}
