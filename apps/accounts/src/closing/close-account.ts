import type { Closing } from "@foyer/contract/closing";
import { instantOf } from "@foyer/contract/wire-values";
import { normalizeAccountName } from "@foyer/domain/account-name";
import { type ClosingBlocker, closingBlockers, comeBackUntil, erasedBy } from "@foyer/domain/closed-account";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { queueSecret } from "../mail/send-secret.ts";
import { requestSecret } from "../stores/mailed-secret-store.ts";
import { proveOutright, refuseStale } from "../passwords/prove-password.ts";
import { readAccountInfo, setClosed } from "../stores/account-store.ts";
import { type Origin, recordOwnEvent } from "../security-events/security-events.ts";
import { sessionsOf } from "../stores/session-store.ts";
import { endEverything } from "../sessions/end-everything.ts";
import { licensesAtClosing, lockForClosing } from "./closing-store.ts";

const CLOSED_BY_OWNER = 300;

/** Returns the obstacles to closing the account, the number of things that would end, and the two deadlines after it. */
export async function readClosing({ db, clock }: Deps, person: Person): Promise<Closing> {
  const now = clock.now();
  const account = (await readAccountInfo(db, person.id, now)) ?? refuse("session.required");
  const [licenses, sessions] = await Promise.all([
    licensesAtClosing(db, account, now),
    sessionsOf(db, account.id, now),
  ]);
  return {
    blockers: closingBlockers(account.is_staff, licenses).map(blockerWire),
    ends: {
      sessions: sessions.length,
      seats: account.seats,
      licenses: licenses.filter(({ isManager, isLive }) => isManager && isLive).length,
    },
    has_invoices: account.customer_ids.length > 0,
    come_back_until: instantOf(comeBackUntil(now)),
    erased_by: instantOf(erasedBy(now)),
  };
}

function blockerWire(blocker: ClosingBlocker): Closing["blockers"][number] {
  if (blocker.kind === "staff") return { kind: "staff" };
  return { kind: blocker.kind, registration_id: blocker.license, description: blocker.description };
}

export interface ClosingInput {
  readonly account_name: string;
  /** Omitted when the person has just proved herself in this session by a passkey. */
  readonly password?: string | undefined;
}

/** Closes the person's own account, ends its sessions and mailed links, and mails a link to come back. */
export async function closeAccount(
  deps: Deps,
  person: Person,
  typed: ClosingInput,
  origin: Origin,
): Promise<{ come_back_until: string; erased_by: string }> {
  const { db, clock, addJob } = deps;
  if (normalizeAccountName(typed.account_name) !== person.username) {
    refuse("input.invalid", { field: "account_name", reason: "own_name" });
  }
  const proof = await proveOutright(deps, person, typed.password, origin);
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const account = (await lockForClosing(tx, person.id)) ?? refuse("session.required");
    await refuseStale(tx, now, proof, account);
    const blockers = closingBlockers(account.is_staff, await licensesAtClosing(tx, account, now));
    if (blockers.length > 0) refuse("account.closing_blocked", { extra: { blockers: blockers.map(blockerWire) } });
    await setClosed(tx, account, CLOSED_BY_OWNER, "owner", now);
    const ended = await endEverything(tx, account, now, true);
    const link = { purpose: "come_back", accountId: account.id, address: account.email } as const;
    await queueSecret(tx, addJob, await requestSecret(tx, now, link));
    await recordOwnEvent(tx, now, origin, account.id, "account.closed", {
      details: { sessions_ended: ended },
    });
    return { come_back_until: instantOf(comeBackUntil(now)), erased_by: instantOf(erasedBy(now)) };
  });
}
