import { randomUUID } from "node:crypto";
import { type DeskKind, REPAYMENT_DAYS } from "@foyer/domain/consumer-law";
import { addressKey, isAddress } from "@foyer/domain/addresses";
import { inTransaction, type Queryable } from "@foyer/service-kit/db";
import { clientNetwork, type LimitSubject } from "@foyer/service-kit/rate-limit";
import type { ShownStatement } from "@foyer/mail/consumer-desk";
import type { PurchaseTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { insertStatement, shownStatement, statementById } from "../statements/statement-store.ts";
import { lookJob, receiptJob } from "./jobs.ts";
import { isSuspicious, type Typed } from "./statement.ts";

const HOUR = 3_600;
const DAY_MS = 86_400_000;
/** Statements that name an address or an order (DESK-07). */
const ofTarget = { limit: 5, windowSeconds: HOUR };
const ofNetwork = { limit: 20, windowSeconds: HOUR };
/** Mails of the desk to an address. */
const ofMailbox = { limit: 3, windowSeconds: 24 * HOUR };

type Tx = Queryable<PurchaseTables>;

const targetOf = (text: string): LimitSubject =>
  `desk-target:${isAddress(text) ? addressKey(text) : text.toLowerCase()}`;

/** Counts a mail of the desk, in the transaction that decides to send it. Returns false if the address got enough today. */
export async function mayMail({ limiter }: Pick<Deps, "limiter">, tx: Tx, address: string): Promise<boolean> {
  const [isCounted] = await limiter.takeEach(tx, [`desk-mail:${addressKey(address)}`], ofMailbox);
  return isCounted === true;
}

/** Returns true if the statement is above a limit of its addresses, of its order or of its network. */
async function isOverLimit({ limiter }: Deps, tx: Tx, typed: Typed, ip: string): Promise<boolean> {
  const targets = [...new Set([targetOf(typed.reference), targetOf(typed.receiptTo)])];
  const counted = await limiter.takeEach(tx, targets, ofTarget);
  const network = await limiter.takeEach(tx, [`desk-network:${clientNetwork(ip)}`], ofNetwork);
  return [...counted, ...network].includes(false);
}

interface Made {
  readonly kind: DeskKind;
  readonly typed: Typed;
  readonly id: string;
  readonly ip: string;
}

/** True if that is the stored statement, so that a second click gets its receipt. */
const isSame = (one: ShownStatement, { kind, typed }: Made): boolean =>
  JSON.stringify({ ...one, id: "", at: "" }) === JSON.stringify({ id: "", kind, at: "", ...typed });

/**
 * Stores a statement, and queues its receipt and the search for its contract in the same transaction. It is never refused and
 * never lost; above a limit it waits for staff. A second click returns the first statement.
 *
 * The work is the same whether the order exists or not: the search runs afterwards.
 */
export async function makeStatement(deps: Deps, made: Made): Promise<ShownStatement> {
  const known = await statementById(deps.db, made.id);
  if (known && isSame(shownStatement(known), made)) return shownStatement(known);
  const at = deps.clock.now();
  const shown: ShownStatement = { id: known ? randomUUID() : made.id, kind: made.kind, at, ...made.typed };
  const isStored = await inTransaction(deps.db, async (tx) => {
    if (!(await insertStatement(tx, shown, new Date(at.getTime() + REPAYMENT_DAYS * DAY_MS)))) return false;
    const isLimited = await isOverLimit(deps, tx, made.typed, made.ip);
    const held = isLimited ? "limited" : isSuspicious(made.typed) ? "suspicious" : null;
    if (held === null && (await mayMail(deps, tx, shown.receiptTo)))
      await deps.addJob(tx, receiptJob, { id: shown.id });
    await deps.addJob(tx, lookJob, { id: shown.id, held });
    return true;
  });
  // Another click was faster.
  return isStored ? shown : await makeStatement(deps, made);
}
