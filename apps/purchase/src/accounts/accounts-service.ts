import { call, type Client, createClient } from "@foyer/api-client/client";
import { ApiError, NetworkError } from "@foyer/api-client/errors";
import type { SubscriptionNews } from "@foyer/contract/internal";
import type { Person } from "@foyer/service-kit/call";
import { refuse } from "@foyer/service-kit/errors";

/** What this service asks of the accounts service and tells it. */
export interface AccountsService {
  /** Whom a token stands for; null when it is not live. An answer counts for a second at most. */
  personOf(token: string): Promise<Person | null>;
  /** Has every token asked about anew. */
  forget(): void;
  tellCustomer(omniId: string, customerId: string): Promise<void>;
  /** True when the news changed something there. */
  tellSubscription(news: { subscription: SubscriptionNews; objectTime: number; sequence: number }): Promise<boolean>;
}

const CACHED_MS = 1_000;
const CACHED_TOKENS = 5_000;
const TIMEOUT_MS = 5_000;

/** The accounts service away is no reason to call anybody signed out, and no fault of ours. */
async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)) {
      refuse("service.unavailable", { retryAfterSeconds: 2 });
    }
    throw error;
  }
}

/** Asks whose token it is. */
async function ask(client: Client, token: string): Promise<Person | null> {
  const answer = await orUnavailable(() => call(client, "introspect", { body: { token } }));
  if (!answer.active) return null;
  return {
    kind: "person",
    id: answer.sub,
    username: answer.username,
    email: answer.email,
    sessionId: answer.session_id,
    isStaff: answer.is_staff,
    staffRights: answer.staff_rights,
    customerIds: answer.customer_ids,
    viewOnly: answer.view_only,
  };
}

export function accountsService(options: {
  /** Origin of the accounts service. */
  readonly baseUrl: string;
  readonly credential: string;
  readonly fetch?: typeof fetch;
}): AccountsService {
  const { baseUrl, credential, fetch } = options;
  const client = createClient({
    baseUrls: { accounts: baseUrl, purchase: "" },
    getToken: () => credential,
    timeoutMs: TIMEOUT_MS,
    ...(fetch ? { fetch } : {}),
  });
  const known = new Map<string, { readonly until: number; readonly person: Promise<Person | null> }>();

  return {
    personOf: (token) => {
      const now = performance.now();
      const held = known.get(token);
      if (held && held.until > now) return held.person;
      if (known.size >= CACHED_TOKENS) known.clear();
      const person = ask(client, token);
      known.set(token, { until: now + CACHED_MS, person });
      // A failed question must not be an answer for the next second.
      person.catch(() => known.delete(token));
      return person;
    },
    forget: () => known.clear(),
    tellCustomer: async (omniId, customerId) => {
      await orUnavailable(() => call(client, "tellCustomer", { body: { omni_id: omniId, customer_id: customerId } }));
    },
    tellSubscription: async ({ subscription, objectTime, sequence }) => {
      const { applied } = await orUnavailable(() =>
        call(client, "tellSubscription", { body: { subscription, object_time: objectTime, sequence } }),
      );
      return applied;
    },
  };
}
