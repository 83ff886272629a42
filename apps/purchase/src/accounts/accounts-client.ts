import { call, type Client, createClient } from "@foyer/api-client/client";
import { ApiError, NetworkError } from "@foyer/api-client/errors";
import type { BodyInput, ReplyOf } from "@foyer/contract/endpoint";
import type {
  Erasure,
  readDeskVisitor,
  readEndedLicense,
  readTrial,
  reserveLicense,
  SaleNews,
  SubscriptionCause,
  SubscriptionNews,
} from "@foyer/contract/internal";
import { type RefusalName, refusals } from "@foyer/contract/refusals";
import type { Person } from "@foyer/service-kit/call";
import { Refusal, refuse } from "@foyer/service-kit/errors";
import { MessageRefused } from "./refused-message.ts";

/** Calls from this service to the accounts service. */
export type AccountsClient = ReturnType<typeof accountsClient>;

const CACHED_MS = 1_000;
/** From this age on, using an answer starts a new lookup, so that a caller with regular requests never waits. */
const FRESH_MS = 500;
const CACHED_TOKENS = 5_000;
const TIMEOUT_MS = 5_000;

/** Turns an unavailable accounts service into 503. It does not sign anyone out, and is no fault of this service. */
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

/** Answers that say nothing about the message: the service, a proxy or the credential is at fault. */
const NOT_ABOUT_THE_MESSAGE: readonly number[] = [401, 403, 408, 429, 502, 503, 504];

/** Sends a message. Turns an answer that refuses it into `MessageRefused`, and any other failure into 503. */
async function orRefused<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    // The code of an answer that is not from our services is its status.
    const isAnswer = error instanceof ApiError && error.code !== error.status && error.status >= 400;
    if (!isAnswer || NOT_ABOUT_THE_MESSAGE.includes(error.status)) {
      if (isAnswer || error instanceof ApiError || error instanceof NetworkError)
        refuse("service.unavailable", { retryAfterSeconds: 2 });
      throw error;
    }
    const fields = error.errors.flatMap(({ field, message }) => (field ? [`${field}: ${message}`] : []));
    throw new MessageRefused(`${error.code} ${fields.length > 0 ? fields.join("; ") : error.message}`, error);
  }
}

/** Refusals about a license by the accounts service that are passed on unchanged. */
const LICENSE_REFUSALS = ["object.not_found", "subscription.forbidden"] as const;

/** Refusals of a proof by the accounts service that are passed on unchanged. */
const PROOF_REFUSALS = ["session.required", "permission.proof_required", "password.wrong", "rate.limited"] as const;

const refuseAlike = (error: unknown): never => passOn(error, PROOF_REFUSALS);
const refuseLicense = (error: unknown): never => passOn(error, LICENSE_REFUSALS);

function passOn(error: unknown, names: readonly RefusalName[]): never {
  // By the code, because an instance of the release before sends no name during an upgrade.
  const name = error instanceof ApiError ? names.find((one) => refusals[one].code === error.code) : undefined;
  if (!name || !(error instanceof ApiError)) throw error;
  const { retryAfter, message } = error;
  const { reason, facts, field } = error.errors[0] ?? {};
  const wait = retryAfter === null ? {} : { retryAfterSeconds: retryAfter };
  throw new Refusal({ name, reason, facts }, { field, ...wait }, message);
}

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
    isUnproved: answer.is_unproved === true,
    ...(answer.app ? { app: { id: answer.app.id, grantId: answer.app.grant_id, scopes: answer.app.scopes } } : {}),
  };
}

interface KnownPerson {
  readonly askedAt: number;
  readonly person: Promise<Person | null>;
  next: KnownPerson | null;
}

export function knownPeople(
  askFor: (token: string) => Promise<Person | null>,
  now: () => number = () => performance.now(),
): { of(token: string): Promise<Person | null>; forget(): void } {
  const known = new Map<string, KnownPerson>();
  const ageOf = (one: KnownPerson): number => now() - one.askedAt;

  function asked(token: string): KnownPerson {
    const one: KnownPerson = { askedAt: now(), person: askFor(token), next: null };
    // A proof must count at once, so a person without one is asked for again each time.
    void one.person.then(
      (person) => person?.isUnproved && known.get(token) === one && known.delete(token),
      () => undefined,
    );
    // A failed lookup must not be used as an answer for the next second.
    one.person.catch(() => {
      const held = known.get(token);
      if (held === one) known.delete(token);
      else if (held?.next === one) held.next = null;
    });
    return one;
  }

  /** Looks the token up again. The previous answer is used until the new one arrives. */
  function renew(token: string, held: KnownPerson): void {
    const next = asked(token);
    held.next = next;
    void next.person.then(
      () => known.get(token) === held && known.set(token, next),
      () => undefined,
    );
  }

  return {
    of: (token) => {
      const held = known.get(token);
      if (held && ageOf(held) < CACHED_MS) {
        if (ageOf(held) >= FRESH_MS && !held.next) renew(token, held);
        return held.person;
      }
      if (known.size >= CACHED_TOKENS) known.clear();
      const one = held?.next && ageOf(held.next) < CACHED_MS ? held.next : asked(token);
      known.set(token, one);
      return one.person;
    },
    forget: () => known.clear(),
  };
}

function sellingCalls(client: Client) {
  return {
    /** Reads an ended license for its manager. Refuses with 404 for anybody else, and with 20005 unless it has ended. */
    endedLicense: async (omniId: string, licenseId: string): Promise<ReplyOf<typeof readEndedLicense>> => {
      const body = { omni_id: omniId, registration_id: licenseId };
      return await orUnavailable(() => call(client, "readEndedLicense", { body })).catch(refuseLicense);
    },
    /** Returns the account's trial of a product that a payment can turn into a paid license, or null. */
    trialToBuy: async (omniId: string, product: string): Promise<ReplyOf<typeof readTrial>["trial"]> => {
      try {
        return (await orUnavailable(() => call(client, "readTrial", { body: { omni_id: omniId, product } }))).trial;
      } catch (error) {
        // An instance of the version before this one knows no trials.
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    /** Reserves the id of a license that is about to be paid for. Refuses like `endedLicense`. */
    reserveLicense: async (body: BodyInput<typeof reserveLicense>): Promise<void> => {
      await orUnavailable(() => call(client, "reserveLicense", { body })).catch(refuseLicense);
    },
    /** Returns the person whose session the portal keeps in a browser, or null. */
    deskVisitor: async (cookies: string): Promise<ReplyOf<typeof readDeskVisitor>["visitor"]> =>
      (await call(client, "readDeskVisitor", { body: { cookies: cookies.slice(0, 4_096) } })).visitor,
    /** Reports a paid license without a subscription. Repeating it changes nothing. Throws `MessageRefused` if it is refused. */
    tellSale: async (sale: SaleNews): Promise<void> => {
      await orRefused(() => call(client, "tellSale", { body: { sale } }));
    },
  };
}

export function accountsClient(options: {
  /** Origin of the accounts service. */
  readonly baseUrl: string;
  readonly credential: string;
  readonly fetch?: typeof fetch;
}) {
  const { baseUrl, credential, fetch } = options;
  const client = createClient({
    baseUrls: { accounts: baseUrl, purchase: "" },
    getToken: () => credential,
    timeoutMs: TIMEOUT_MS,
    ...(fetch ? { fetch } : {}),
  });
  const people = knownPeople((token) => ask(client, token));

  return {
    /** Returns the person of a token, or null if the token is not live. An answer is used for at most a second. */
    personOf: (token: string) => people.of(token),
    /** Drops all cached answers. */
    forget: () => people.forget(),
    /** Refuses unless the person proved their password within five minutes. A given password counts as a new proof. */
    requireProof: async ({ id: sub, sessionId }: Person, password: string | undefined, ip: string): Promise<void> => {
      const body = { sub, session_id: sessionId, ...(password === undefined ? {} : { password }), ip };
      await orUnavailable(() => call(client, "requireProof", { body })).catch(refuseAlike);
    },
    /** Counts the seats of a license that were not used for 60 days. Null if the brand does not show the number. */
    unusedSeats: async (licenseId: string): Promise<number | null> => {
      const body = { registration_id: licenseId };
      return (await orUnavailable(() => call(client, "countUnusedSeats", { body }))).unused;
    },
    ...sellingCalls(client),
    tellCustomer: async (omniId: string, customerId: string): Promise<void> => {
      await orUnavailable(() => call(client, "tellCustomer", { body: { omni_id: omniId, customer_id: customerId } }));
    },
    /** Returns accounts with a payment side that is to be erased. */
    erasures: async (): Promise<readonly Erasure[]> =>
      (await orUnavailable(() => call(client, "listErasures"))).erasures,
    confirmErasure: async (omniId: string): Promise<void> => {
      await orUnavailable(() => call(client, "confirmErasure", { body: { omni_id: omniId } }));
    },
    /** Returns data archives that wait for the payment side. */
    dataExports: async () => (await orUnavailable(() => call(client, "listDataExports"))).exports,
    addPayments: async (id: string, payments: string): Promise<void> => {
      await orUnavailable(() => call(client, "addPayments", { body: { id, payments } }));
    },
    /** Returns true if the news changed something there. Throws `MessageRefused` if they are refused. */
    tellSubscription: async (news: {
      subscription: SubscriptionNews;
      objectTime: number;
      sequence: number;
      cause?: SubscriptionCause | undefined;
    }): Promise<boolean> => {
      const { subscription, objectTime, sequence, cause } = news;
      const body = { subscription, object_time: objectTime, sequence, ...(cause ? { cause } : {}) };
      const { applied, changed = applied } = await orRefused(() => call(client, "tellSubscription", { body }));
      return changed;
    },
  };
}
