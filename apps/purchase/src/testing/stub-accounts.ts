import Fastify from "fastify";
import {
  type Erasure,
  type SaleNews,
  type SubscriptionCause,
  type SubscriptionNews,
  tellSubscription,
} from "@foyer/contract/internal";
import { type RefusalName, refusals } from "@foyer/contract/refusals";
import type { Json } from "./provider.ts";

interface StubPerson {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly customerIds: string[];
  readonly staffRights?: readonly string[];
  /** The person's password. Without one, every proof succeeds. */
  readonly password?: string;
  /** True for a staff member's view of this person. */
  readonly viewOnly?: boolean;
  /** True in a session that an app opened, before the proof. */
  readonly isUnproved?: boolean;
}

/** The internal calls of the accounts service, as far as tests of this service need them. */
export interface StubAccounts {
  readonly url: string;
  readonly people: Map<string, StubPerson>;
  /** All received states, in order of arrival. */
  readonly news: {
    readonly subscription: SubscriptionNews;
    readonly sequence: number;
    readonly cause?: SubscriptionCause;
  }[];
  /** Accounts that are being erased, until this service confirms it. */
  readonly erasures: Map<string, Erasure>;
  /** Archives that wait for the payment side, and what they received. */
  readonly exports: Map<string, { readonly customerIds: readonly string[]; payments: string | null }>;
  /** Ended licenses by id: who manages them, and what the service says of them. */
  readonly ended: Map<string, { readonly manager: string; readonly product_id: string }>;
  /** Received sales, in order of arrival. */
  readonly sales: SaleNews[];
  /** Trials by id: who manages them, of which product. */
  readonly trials: Map<string, { readonly manager: string; readonly product: string; readonly used_seats: number }>;
  /** Number of unused seats by license; a license without one does not tell. */
  readonly unused: Map<string, number>;
  /** Licenses that are reserved for a purchase, by id. */
  readonly reserved: Map<
    string,
    {
      readonly omni_id: string;
      readonly amount: number;
      readonly is_trial?: boolean;
      readonly release?: readonly string[];
    }
  >;
  /** Licenses that it does not have: their news and sales are refused. */
  readonly unknown: Set<string>;
  /** While true, licenses are already as the news say. */
  isUnchanged: boolean;
  /** While true, it answers 503. */
  isDown: boolean;
  close(): Promise<void>;
}

export const serviceCredential = "test-service-credential-of-thirty-two-characters";

function refused(name: RefusalName) {
  const { code, message, status: statusCode } = refusals[name];
  const fault = { code, name, message };
  return { status: "error", ...fault, errors: [fault], statusCode };
}

function introspection(person: StubPerson | undefined): object {
  if (!person) return { active: false };
  return {
    active: true,
    sub: person.id,
    username: person.username,
    email: person.email,
    session_id: "session",
    is_staff: person.staffRights !== undefined,
    staff_rights: person.staffRights ?? [],
    customer_ids: person.customerIds,
    view_only: person.viewOnly === true,
    is_unproved: person.isUnproved === true,
    exp: 4_102_444_800,
  };
}

/** Serves the internal calls of the accounts service, as far as tests of this service need them. A token is the person's id. */
export async function stubAccounts(): Promise<StubAccounts> {
  const app = Fastify();
  const stub: StubAccounts = {
    url: "",
    people: new Map(),
    news: [],
    erasures: new Map(),
    exports: new Map(),
    ended: new Map(),
    sales: [],
    trials: new Map(),
    unused: new Map(),
    reserved: new Map(),
    unknown: new Set(),
    isUnchanged: false,
    isDown: false,
    close: () => app.close(),
  };
  app.addHook("onRequest", async (request, reply) => {
    if (stub.isDown) await reply.code(503).send(refused("service.unavailable"));
    else if (request.headers.authorization !== `Bearer ${serviceCredential}`) await reply.code(404).send({});
  });
  for (const [name, answer] of Object.entries({ ...peopleCalls(stub), ...newsCalls(stub), ...licenseCalls(stub) })) {
    app.post<{ Body: Json }>(`/api/1.1/internal/${name}/`, async ({ body }, reply) => {
      const { statusCode = 200, ...answered } = answer(body);
      return await reply.code(statusCode).send(answered);
    });
  }
  app.get("/api/1.1/internal/erasures/", async () => ({ erasures: [...stub.erasures.values()] }));
  app.get("/api/1.1/internal/data_exports/", async () => ({
    exports: [...stub.exports]
      .filter(([, { payments }]) => payments === null)
      .map(([id, { customerIds }]) => ({ id, customer_ids: customerIds })),
  }));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  return Object.assign(stub, { url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}` });
}

type Calls = Readonly<Record<string, (body: Json) => object & { readonly statusCode?: number }>>;
const success = { status: "success" };

/** Calls about people: sessions, proofs, customers, erasures and data exports. */
const peopleCalls = ({ people, erasures, exports }: StubAccounts): Calls => ({
  introspect: ({ token }) => introspection(people.get(token)),
  proof: ({ sub, password }) => {
    const wanted = people.get(sub)?.password;
    if (wanted === undefined || wanted === password) return success;
    return refused(password === undefined ? "permission.proof_required" : "password.wrong");
  },
  desk_visitors: ({ cookies }) => {
    const { username, email, customerIds } = people.get(/portal-desk-\w+=(\w+)/.exec(cookies)?.[1] ?? "") ?? {};
    return { visitor: customerIds ? { username, email, customer_ids: customerIds } : null };
  },
  customers: ({ omni_id: id, customer_id: customer }) => {
    const own = people.get(id)?.customerIds;
    own?.splice(0, Infinity, customer, ...own.filter((other) => other !== customer));
    return success;
  },
  erasures: ({ omni_id: id }) => {
    erasures.delete(id);
    return success;
  },
  data_exports: ({ id, payments }) => {
    const wanted = exports.get(id);
    if (wanted) wanted.payments = payments;
    return success;
  },
});

/** Calls that report subscriptions and sales. */
const newsCalls = (stub: StubAccounts): Calls => ({
  subscriptions: (body) => {
    const { news, unknown } = stub;
    if (!tellSubscription.body.safeParse(body).success) return refused("input.invalid");
    if (unknown.has(body.subscription.registration_id)) return refused("object.not_found");
    const known = news.some((one) => one.subscription.id === body.subscription.id && one.sequence >= body.sequence);
    if (!known) news.push(body);
    return { ...success, applied: !known, changed: !known && !stub.isUnchanged };
  },
  sales: ({ sale }) => {
    const { sales, unknown } = stub;
    if (unknown.has(sale.registration_id)) return refused("object.not_found");
    const isKnown = sales.some(
      ({ invoice_id: id, returned_at: at }) => id === sale.invoice_id && at === sale.returned_at,
    );
    if (!isKnown) sales.push(sale);
    return { ...success, applied: !isKnown };
  },
});

/** Calls about licenses that are bought or renewed. */
const licenseCalls = ({ ended, trials, unused, reserved }: StubAccounts): Calls => ({
  unused_seats: ({ registration_id: id }) => ({ unused: unused.get(id) ?? null }),
  ended_licenses: ({ registration_id: id, omni_id: account }) => {
    const license = ended.get(id);
    if (!license || license.manager !== account) return refused("object.not_found");
    return { product_id: license.product_id, description: "Outlinear 5", used_seats: 2 };
  },
  trials: ({ omni_id: account, product }) => {
    const found = [...trials].find(([, trial]) => trial.manager === account && trial.product === product);
    return { trial: found ? { registration_id: found[0], used_seats: found[1].used_seats } : null };
  },
  reserved_licenses: (body) => {
    const { registration_id: id, is_return: isReturn, omni_id: account } = body;
    if (isReturn && ended.get(id)?.manager !== account) return refused("object.not_found");
    reserved.set(id, body);
    return success;
  },
});
