import { subscriptionCause, subscriptionNews } from "@foyer/contract/internal";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { noteTold, untoldNews } from "./news-store.ts";

const payload = z.object({ subscriptionId: z.string() });

/** Sends unsent news of a subscription to the accounts service. */
export const newsJob = { name: "tell-accounts", payload };

export function newsJobFor(deps: Deps): JobDefinition<z.infer<typeof payload>> {
  return defineJob({ ...newsJob, run: ({ subscriptionId }) => tellAccounts(deps, subscriptionId) });
}

/** Sends the states in order. Sending a state twice changes nothing there. */
export async function tellAccounts(deps: Deps, subscriptionId: string): Promise<void> {
  const { db } = deps;
  const unsent = await untoldNews(db, subscriptionId);
  for (const { sequence, object_time: objectTime, body, cause } of unsent) {
    await deps.accounts.tellSubscription({
      subscription: subscriptionNews.parse(body),
      objectTime: unixSecondsOf(objectTime),
      sequence,
      cause: cause === null ? undefined : subscriptionCause.parse(cause),
    });
    await noteTold(db, subscriptionId, sequence, deps.clock.now());
  }
}

/** Sends at once, for a request whose caller will read there next. If that fails, the job sends it. */
export async function tellAccountsNow(deps: Deps, subscriptionId: string): Promise<void> {
  try {
    await tellAccounts(deps, subscriptionId);
  } catch (error) {
    deps.log.warn({ err: error, subscriptionId }, "the news could not be sent to the accounts service at once");
  }
}
