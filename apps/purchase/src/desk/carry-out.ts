import type { MatchedContract } from "@foyer/contract/staff-statements";
import { inTransaction } from "@foyer/service-kit/db";
import { Refusal } from "@foyer/service-kit/errors";
import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import type { z } from "zod";
import { setAutoRenewal } from "../changes/change-subscription.ts";
import { customerById } from "../customers/customer-store.ts";
import type { Deps } from "../deps.ts";
import { endPurchase } from "../staff/cancel-purchase.ts";
import { isPurchaseEnded } from "../staff/purchases-store.ts";
import { lockStatement, statementById, type StoredStatement, updateCase } from "../statements/statement-store.ts";
import { carryOutJob } from "./jobs.ts";

/** Named in the record of acts in place of a staff member. No account name has a blank. */
const BUYER = "the buyer";

/** True if the owner of the order may decide: the link was mailed, and nothing has happened since. */
export const isAsked = ({ state, reason, due_at: due }: StoredStatement, now: Date): boolean =>
  state === "waiting" && reason === "no_click" && now < due;

/** Refusals that a later try can overcome: another change of the subscription is under way. */
const PASSING = new Set<string | undefined>(["being_finished", "waits_for_bank", "overtaken", "overtaken_waits"]);

/** Returns the reason of a final refusal by the engine, or null for a failure that a later try can overcome. */
function obstacleOf(error: unknown): string | null {
  if (!(error instanceof Refusal) || PASSING.has(error.named.reason)) return null;
  const isFinal = error.status < 500 && error.refusal !== "rate.limited";
  return isFinal ? (error.named.reason ?? error.refusal) : null;
}

async function act(deps: Deps, { id, kind }: StoredStatement, match: MatchedContract): Promise<void> {
  const { customer, checkout, subscription } = match;
  const by = (await customerById(deps.db, customer))?.username ?? "";
  if (kind === "cancel") {
    const wanted = { customerId: customer, subscriptionId: subscription ?? "", cancelAtPeriodEnd: true, by };
    await setAutoRenewal(deps, { ...wanted, statement: kind });
    return;
  }
  const statement = { by, statement: kind };
  const ending = { staff: BUYER, reason: `withdrawal ${id}`, limited: null, statement };
  await endPurchase(deps, { id: customer, checkout: checkout ?? "" }, ending);
}

/** Carries out a statement that the owner of its order confirmed. Repeating it changes nothing. */
async function carryOut(deps: Deps, id: string): Promise<void> {
  const stated = await statementById(deps.db, id);
  if (stated?.state !== "carrying" || !stated.match) return;
  const { customer, checkout } = stated.match;
  let obstacle: string | null = null;
  try {
    await act(deps, stated, stated.match);
  } catch (error) {
    obstacle = obstacleOf(error);
    if (obstacle === null) throw error;
    // An earlier try whose process died, or staff, ended it by the same engine.
    if (checkout !== null && (await isPurchaseEnded(deps.db, customer, checkout))) obstacle = null;
  }
  const done = { state: "carried_out", reason: null, decided_at: deps.clock.now() } as const;
  await inTransaction(deps.db, async (tx) => {
    if ((await lockStatement(tx, id))?.state !== "carrying") return;
    await updateCase(tx, id, obstacle === null ? done : { state: "waiting", reason: obstacle });
  });
}

export function carryOutJobFor(deps: Deps): JobDefinition<z.infer<typeof carryOutJob.payload>> {
  return defineJob({ ...carryOutJob, run: ({ id }) => carryOut(deps, id) });
}

/**
 * The owner's click on "Carry it out now". It is stored first: if this process dies or the provider does not answer, the job
 * carries it out. A second click finds the result of the first.
 */
export async function confirmStatement(deps: Deps, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const stated = await lockStatement(tx, id);
    if (!stated || !isAsked(stated, deps.clock.now())) return;
    await updateCase(tx, id, { state: "carrying", reason: null });
    await deps.addJob(tx, carryOutJob, { id });
  });
  await carryOut(deps, id).catch((error: unknown) =>
    deps.log.warn({ err: error, statement: id }, "a confirmed statement is carried out later"),
  );
}

/** The owner's click on "This was not me". The link then carries nothing out, and staff look at the statement. */
export async function disownStatement(deps: Deps, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const stated = await lockStatement(tx, id);
    if (stated && isAsked(stated, deps.clock.now())) await updateCase(tx, id, { reason: "not_me" });
  });
}
