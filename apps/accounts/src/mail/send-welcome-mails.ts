import { inTransaction } from "@foyer/service-kit/db";
import type { Deps } from "../deps.ts";
import { lockAccount, OPEN } from "../stores/account-store.ts";
import { requestSecret } from "../stores/mailed-secret-store.ts";
import { lockWelcomeRate, takeWelcomes } from "../stores/welcome-mail-store.ts";
import { queueSecret } from "./send-secret.ts";

export const SECONDS_BETWEEN = 10;

/**
 * Queues as many welcome mails as the vendor's rate allows since the last one. After a pause of the system they do not catch up, so
 * that the rate holds.
 */
export async function sendWelcomeMails({ db, clock, addJob }: Deps): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    const rate = await lockWelcomeRate(tx);
    if (!rate) return;
    const count = countAt(rate.per_hour, rate.last_at, now);
    if (count === 0) return;
    for (const id of await takeWelcomes(tx, count, now)) {
      const account = await lockAccount(tx, id);
      // A person who has set a password since needs no link.
      if (account?.state !== OPEN || account.password_hash !== null) continue;
      const request = { purpose: "password_reset", accountId: id, address: account.email } as const;
      await queueSecret(tx, addJob, await requestSecret(tx, now, request), "moved_in");
    }
  });
}

/** Number of mails that are due: at most those of the time between two looks, and one that the division left. */
export function countAt(perHour: number, lastAt: Date | null, now: Date): number {
  if (lastAt === null) return 1;
  const due = Math.floor(((now.getTime() - lastAt.getTime()) / 3_600_000) * perHour);
  return Math.max(0, Math.min(due, Math.ceil((perHour * SECONDS_BETWEEN) / 3_600)));
}
