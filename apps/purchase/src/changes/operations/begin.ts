import { inTransaction, type Queryable, sqlState } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Transaction } from "kysely";
import type { PurchaseTables } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { insertOperation, isLive, latestOperation, liveOperation } from "./operation-store.ts";
import type { Operation, OperationOf, RequestKind } from "./operation.ts";
import { awaitOperation } from "./run-operation.ts";

/**
 * Maximum wait for another caller's operation, in milliseconds. Its result decides whether this request is still valid.
 */
const OTHERS_MS = 15_000;

/** Decision about a request: begin a new operation, join an existing one, or decide again after another one ends. */
export type Decision<Name extends string, Request> =
  | { readonly begin: Request }
  | { readonly join: OperationOf<Name, Request> }
  | { readonly after: Operation };

export interface Beginning<Name extends string, Request, Decided> {
  readonly kind: RequestKind<Name, Request>;
  /** Key of the thing that only one operation may change at a time, see `subjectOf`. */
  readonly subject: string;
  readonly customerId: string;
  /**
   * Refuses forbidden requests, in the transaction that records the operation. Returns null if there is nothing to do.
   */
  readonly decide: (tx: Transaction<PurchaseTables>) => Promise<Decided>;
}

/**
 * Records the operation before the provider is called. Returns null if there is nothing to do. Each subject
 * has at most one live operation: a second request joins it, waits for its end, or is refused.
 */
export async function begin<Name extends string, Request>(
  deps: Deps,
  beginning: Beginning<Name, Request, Decision<Name, Request>>,
): Promise<OperationOf<Name, Request>>;
export async function begin<Name extends string, Request>(
  deps: Deps,
  beginning: Beginning<Name, Request, Decision<Name, Request> | null>,
): Promise<OperationOf<Name, Request> | null>;
export async function begin<Name extends string, Request>(
  deps: Deps,
  beginning: Beginning<Name, Request, Decision<Name, Request> | null>,
): Promise<OperationOf<Name, Request> | null> {
  const deadline = performance.now() + OTHERS_MS;
  let wasOvertaken = false;
  for (;;) {
    try {
      const decided = await decide(deps, beginning);
      if (!decided || "join" in decided) return decided && decided.join;
      const left = deadline - performance.now();
      const other = left > 0 ? await awaitOperation(deps, decided.after.id, left) : decided.after;
      if (isLive(other)) refuseOvertaken(other);
    } catch (error) {
      if (sqlState(error) !== "23505") throw error;
      // Another request recorded its operation first. The next round joins it if it asks for the same.
      if (wasOvertaken) refuseBusy();
      wasOvertaken = true;
    }
  }
}

async function decide<Name extends string, Request>(
  deps: Deps,
  { kind, subject, customerId, decide: ask }: Beginning<Name, Request, Decision<Name, Request> | null>,
): Promise<Exclude<Decision<Name, Request>, { begin: Request }> | null> {
  return await inTransaction(deps.db, async (tx) => {
    const decision = await ask(tx);
    if (!decision || !("begin" in decision)) return decision;
    const now = deps.clock.now();
    return { join: await insertOperation(tx, kind, { subject, customerId, request: decision.begin, now }) };
  });
}

/** Refuses while another operation of the same subject is live. */
export function refuseBusy(live?: Pick<Operation, "state">): never {
  refuse("subscription.forbidden", { reason: live?.state === "waiting" ? "waits_for_bank" : "being_finished" });
}

function refuseOvertaken({ state }: Pick<Operation, "state">): never {
  refuse("quote.dead", { reason: state === "waiting" ? "overtaken_waits" : "overtaken" });
}

/** Rules that decide which operation answers a repeated request. */
export interface Repeat<Name extends string, Request> {
  readonly kind: RequestKind<Name, Request>;
  readonly subject: string;
  /** True for an equal request. Equal requests share one operation. */
  readonly isTwin: (other: Request) => boolean;
  /** Time in milliseconds for which a completed operation still answers a repeat. */
  readonly repeatMs: number;
  readonly now: Date;
}

/** Returns the live operation of a subject, and the operation that the request repeats: live, or just completed. */
export async function besides<Name extends string, Request>(
  tx: Queryable<PurchaseTables>,
  { kind, subject, isTwin, repeatMs, now }: Repeat<Name, Request>,
): Promise<{ live: Operation | null; twin: OperationOf<Name, Request> | null }> {
  const live = await liveOperation(tx, subject);
  const own = kind.of(live ?? (await latestOperation(tx, subject)));
  const isRepeated = own !== null && isTwin(own.request) && (live !== null || isDoneWithin(own, repeatMs, now));
  return { live, twin: isRepeated ? own : null };
}

function isDoneWithin(
  { state, finished_at: finishedAt }: Pick<Operation, "state" | "finished_at">,
  repeatMs: number,
  now: Date,
): boolean {
  return state === "done" && finishedAt !== null && now.getTime() - finishedAt.getTime() < repeatMs;
}

/**
 * Records the operation, or joins the one that the request repeats. Refuses while a different operation is live.
 *
 * @param begun returns the request, or refuses it. Gets the result of `lock`. Runs in the transaction that records the operation.
 * @param lock runs first in that transaction. A request that waits for the lock then sees the other one's operation.
 */
export async function beginOrJoin<Name extends string, Request, Locked = undefined>(
  deps: Deps,
  repeat: Repeat<Name, Request>,
  customerId: string,
  begun: (tx: Transaction<PurchaseTables>, locked: Locked) => Promise<Request>,
  lock?: (tx: Transaction<PurchaseTables>) => Promise<Locked>,
): Promise<OperationOf<Name, Request>> {
  const { kind, subject } = repeat;
  const decide = async (tx: Transaction<PurchaseTables>): Promise<Decision<Name, Request>> => {
    // Without `lock`, `Locked` is undefined.
    const locked = (await lock?.(tx)) as Locked;
    const { live, twin } = await besides(tx, repeat);
    if (twin) return { join: twin };
    if (live) refuseBusy(live);
    return { begin: await begun(tx, locked) };
  };
  return await begin(deps, { kind, subject, customerId, decide });
}
