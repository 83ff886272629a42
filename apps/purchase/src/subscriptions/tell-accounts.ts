import { subscriptionCause, subscriptionNews } from "@foyer/contract/internal";
import type { ToldAs } from "@foyer/contract/staff-purchase";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import { z } from "zod";
import { MessageRefused } from "../accounts/refused-message.ts";
import type { Deps } from "../deps.ts";
import { noteRefused, noteTold, type UntoldNews, untoldNews } from "./news-store.ts";

const payload = z.object({ subscriptionId: z.string() });

/** Sends unsent news of a subscription to the accounts service. */
export const newsJob = { name: "tell-accounts", payload };

export function newsJobFor(deps: Deps): JobDefinition<z.infer<typeof payload>> {
  return defineJob({ ...newsJob, run: async ({ subscriptionId }) => void (await tellAccounts(deps, subscriptionId)) });
}

/** The result of reporting a subscription. */
export interface Told {
  /** True if a license changed. */
  readonly changed: boolean;
  /** Reason why the accounts service refused its newest state. Null if it took it. */
  readonly refusal: string | null;
}

/**
 * Sends the states in order. Sending a state twice changes nothing there. A refused state is set aside, and the later
 * ones are sent.
 */
export async function tellAccounts(deps: Deps, subscriptionId: string): Promise<Told> {
  const { db, clock } = deps;
  let told: Told = { changed: false, refusal: null };
  for (const news of await untoldNews(db, subscriptionId)) {
    const isOwn = news.subscription_id === subscriptionId;
    if (news.next_try_at !== null && news.next_try_at > clock.now()) {
      if (isOwn) told = { ...told, refusal: news.refusal };
      continue;
    }
    const one = await tellState(deps, news);
    if (isOwn) told = { changed: told.changed || one.changed, refusal: one.refusal };
  }
  return told;
}

/** Sends one state, with the corrections of staff. Sets it aside if it is refused. */
export async function tellState(deps: Deps, news: UntoldNews, toldAs?: ToldAs): Promise<Told> {
  const { db, clock } = deps;
  const { subscription_id: subscription, sequence, object_time: objectTime, body, cause } = news;
  try {
    const changed = await deps.accounts.tellSubscription({
      subscription: messageOf(() => subscriptionNews.parse({ ...body, ...toldAs })),
      objectTime: unixSecondsOf(objectTime),
      sequence,
      cause: cause === null ? undefined : messageOf(() => subscriptionCause.parse(cause)),
    });
    await noteTold(db, news, clock.now(), toldAs);
    return { changed, refusal: null };
  } catch (error) {
    if (!(error instanceof MessageRefused)) throw error;
    deps.log.error({ subscription, sequence, reason: error.message }, "a message to the accounts service is set aside");
    await noteRefused(db, news, error, clock.now());
    return { changed: false, refusal: error.message };
  }
}

/** Parses a stored message. One that no longer fits its schema counts as refused. */
function messageOf<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new MessageRefused(error instanceof z.ZodError ? z.prettifyError(error) : String(error), error);
  }
}

/** Sends at once, for a request whose caller will read there next. If that fails, the job sends it. */
export async function tellAccountsNow(deps: Deps, subscriptionId: string): Promise<Told | null> {
  try {
    return await tellAccounts(deps, subscriptionId);
  } catch (error) {
    deps.log.warn({ err: error, subscriptionId }, "the news could not be sent to the accounts service at once");
    return null;
  }
}
