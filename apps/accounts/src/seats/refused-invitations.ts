import { setTimeout as delay } from "node:timers/promises";
import { inTransaction } from "@foyer/service-kit/db";
import type { Deps } from "../deps.ts";
import { recordLicenseEvent } from "../license-events/license-events.ts";
import { lockLicense } from "../stores/license-store.ts";
import { deleteSeats, mailStates } from "../stores/seat-store.ts";

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
    await lockLicense(tx, licenseId);
    const ids = refused.map(({ id }) => id);
    const stillRefused = (await mailStates(tx, ids)).filter((seat) => seat.mail_state === "refused");
    await deleteSeats(
      tx,
      licenseId,
      stillRefused.map(({ id }) => id),
      clock.now(),
    );
    await recordLicenseEvent(tx, clock.now(), licenseId, {
      act: "seats.refused_by_mail",
      by: null,
      byKind: "system",
      details: { count: stillRefused.length, addresses: stillRefused.map(({ email }) => email) },
    });
  });
}
