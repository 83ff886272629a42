import { inTransaction, type Queryable, sqlState } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Transaction } from "kysely";
import type { PurchaseTables } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { insertOperation, isLive, latestOperation, liveOperation } from "./operation-store.ts";
import type { Operation, OperationOf, RequestKind } from "./operation.ts";
import { awaitOperation } from "./run-operation.ts";

/** How long the operation of somebody else is waited for: what comes of it decides whether this one still holds. */
const OTHERS_MS = 15_000;

/** What a request comes to: an operation of its own, one that was begun before, or the same question after another's end. */
export type Decision<Name extends string, Request> =
  | { readonly begin: Request }
  | { readonly join: OperationOf<Name, Request> }
  | { readonly after: Operation };

export interface Beginning<Name extends string, Request, Decided> {
  readonly kind: RequestKind<Name, Request>;
  /** What must not be changed twice at once, see `subjectOf`. */
  readonly subject: string;
  readonly customerId: string;
  /** Refuses what may not be begun, in the transaction that records it. Null where nothing is to be done. */
  readonly decide: (tx: Transaction<PurchaseTables>) => Promise<Decided>;
}

/**
 * Records what the provider is about to be asked, before it is asked; null where nothing is to be done. One operation of
 * a subject is under way at a time: who comes second joins it, waits for its end, or is refused.
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
      // Somebody was a moment faster: joined if it asks for the same.
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

/** Refuses while another operation of the same subject is under way. */
export function refuseBusy(live?: Pick<Operation, "state">): never {
  refuse("subscription.forbidden", {
    message:
      live?.state === "waiting"
        ? "A change waits for your bank to confirm the payment. Complete it or give it up first."
        : "A change of this subscription is being finished. Try again in a moment.",
  });
}

function refuseOvertaken({ state }: Pick<Operation, "state">): never {
  const what = state === "waiting" ? "waits for the bank to confirm its payment" : "is being finished";
  refuse("quote.dead", {
    message: `Another change of this subscription ${what}. Nothing was changed; please look again in a moment.`,
  });
}

/** Which operations answer a request as its repeat. */
export interface Repeat<Name extends string, Request> {
  readonly kind: RequestKind<Name, Request>;
  readonly subject: string;
  /** The same request: twenty of them make one operation. */
  readonly isTwin: (other: Request) => boolean;
  /** How long one that is done answers a repeat too. */
  readonly repeatMs: number;
  readonly now: Date;
}

/** What is under way of a subject, and the operation that a request repeats: under way, or done a moment ago. */
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

/** Joins the operation that a request repeats, and is refused while there is another one. */
export async function joinTwin<Name extends string, Request>(
  tx: Queryable<PurchaseTables>,
  repeat: Repeat<Name, Request>,
): Promise<{ readonly join: OperationOf<Name, Request> } | null> {
  const { live, twin } = await besides(tx, repeat);
  if (twin) return { join: twin };
  if (live) refuseBusy(live);
  return null;
}
