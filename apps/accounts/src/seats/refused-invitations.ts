import { setTimeout as delay } from "node:timers/promises";
import { inTransaction } from "@foyer/service-kit/db";
import type { Deps } from "../deps.ts";
import { lockLicense } from "../stores/license-store.ts";
import { mailStates } from "../stores/seat-store.ts";
import { endSeats } from "./seat-changes.ts";

export interface RefusedInvitation {
  readonly id: string;
  readonly email: string;
}

const WAIT_MS = 2_000;
const LOOK_EVERY_MS = 40;

/**
 * The addresses of the invitations that the mail server rejects permanently within two seconds.
 *
 * Jobs send the mails, here or on another instance; this function only reads their state. It does not wait if the mail server of
 * this setup cannot reject mail.
 */
export async function addressesRefusedAtOnce(
  { db, mailer }: Pick<Deps, "db" | "mailer">,
  ids: readonly string[],
): Promise<RefusedInvitation[]> {
  if (!mailer.mayRefuse || ids.length === 0) return [];
  const end = performance.now() + WAIT_MS;
  for (;;) {
    const states = await mailStates(db, ids);
    const isSettled = states.every((seat) => seat.mail_state !== "queued");
    if (isSettled || performance.now() >= end) return states.filter((seat) => seat.mail_state === "refused");
    await delay(LOOK_EVERY_MS);
  }
}

/** Withdraws invitations that cannot be delivered. */
export async function withdrawRefused(
  { db, clock }: Pick<Deps, "db" | "clock">,
  licenseId: string,
  refused: readonly RefusedInvitation[],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const license = await lockLicense(tx, licenseId);
    if (!license) return;
    const ids = refused.map(({ id }) => id);
    const seats = (await mailStates(tx, ids)).filter((seat) => seat.mail_state === "refused");
    await endSeats(
      tx,
      { at: clock.now(), license, cause: "refused_mail" },
      seats.map((seat) => ({ ...seat, account_id: null })),
    );
  });
}
