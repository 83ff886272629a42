import { subscriptionCause, subscriptionNews } from "@foyer/contract/internal";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { noteTold, untoldNews } from "./news-store.ts";

const payload = z.object({ subscriptionId: z.string() });

/** Tells the accounts service what it does not know yet of a subscription. */
export const newsJob = { name: "tell-accounts", payload };

export function newsJobFor(deps: Deps): JobDefinition<z.infer<typeof payload>> {
  return defineJob({ ...newsJob, run: ({ subscriptionId }) => tellAccounts(deps, subscriptionId) });
}

/** Sends the states in their order; a state sent twice changes nothing there. */
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

/** Tells at once, for a request whose caller will look there next; where that fails the job does it. */
export async function tellAccountsNow(deps: Deps, subscriptionId: string): Promise<void> {
  try {
    await tellAccounts(deps, subscriptionId);
  } catch (error) {
    deps.log.warn({ err: error, subscriptionId }, "the accounts service could not be told at once");
  }
}
