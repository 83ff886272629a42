import { trialKeptDays, trialMailDue } from "@foyer/domain/trials";
import { inTransaction } from "@foyer/service-kit/db";
import type { Deps } from "../deps.ts";
import { lockLicense } from "../stores/license-store.ts";
import { after } from "../lifetimes.ts";
import { endSeats } from "../seats/seat-changes.ts";
import { seatsOfLicense } from "../stores/seat-store.ts";
import { queueTrialMail } from "./send-trial-mail.ts";
import { deleteLicense, lockTrial, noteTold, trialsToDelete, trialsToTell } from "../stores/trial-store.ts";

const DAY = 86_400;
/** The earliest mail about an end. */
const FIRST_MAIL_DAYS = 7;

/**
 * Queues the mails about trials that end, and deletes trials that were not bought within 60 days. The end itself
 * needs no work, because access depends on the end in the license.
 *
 * Several instances may run it concurrently: each trial is decided under the lock of its license.
 */
export async function endTrials(deps: Deps): Promise<void> {
  const { db, clock, log } = deps;
  const now = clock.now();
  const failed = (license: string) => (error: unknown) => log.error({ err: error, license }, "ending a trial failed");
  for (const id of await trialsToTell(db, after(now, FIRST_MAIL_DAYS * DAY))) await tell(deps, id).catch(failed(id));
  const endedBefore = after(now, -trialKeptDays * DAY);
  for (const id of await trialsToDelete(db, endedBefore, now)) await remove(deps, id, endedBefore).catch(failed(id));
}

async function tell({ db, clock, addJob }: Deps, licenseId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const license = await lockLicense(tx, licenseId);
    const trial = await lockTrial(tx, licenseId);
    if (license?.purchase_type !== "trial" || !trial) return;
    const { started_at: startedAt, ends_at: endsAt, told } = trial;
    const due = trialMailDue({ startedAt, endsAt }, told, clock.now());
    if (due === null) return;
    await noteTold(tx, licenseId, due);
    await queueTrialMail(tx, addJob, { licenseId, isOver: due === 0 });
  });
}

async function remove({ db, clock }: Deps, licenseId: string, endedBefore: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    // A payment that arrives at the same time takes this lock too.
    const license = await lockLicense(tx, licenseId);
    if (license?.purchase_type !== "trial" || license.expires_at === null || license.expires_at > endedBefore) return;
    await endSeats(tx, { at: clock.now(), license, cause: "trial_end" }, await seatsOfLicense(tx, licenseId));
    await deleteLicense(tx, licenseId);
  });
}
