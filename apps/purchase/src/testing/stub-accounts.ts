import Fastify, { type FastifyInstance } from "fastify";
import {
  type Erasure,
  type SaleNews,
  type SubscriptionCause,
  type SubscriptionNews,
  tellSubscription,
} from "@foyer/contract/internal";
import { type RefusalName, refusals } from "@foyer/contract/refusals";

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
  const fault = { code: refusals[name].code, name, message: refusals[name].message };
  return { status: "error", ...fault, errors: [fault] };
}
const notFound = refused("object.not_found");

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

/** A token of this stub is the person's id. */
export async function stubAccounts(): Promise<StubAccounts> {
  const app = Fastify();
  const people = new Map<string, StubPerson>();
  const news: StubAccounts["news"] = [];
  const erasures: StubAccounts["erasures"] = new Map();
  const exports: StubAccounts["exports"] = new Map();
  const licenses: StubLicenses = { ended: new Map(), trials: new Map(), unused: new Map(), reserved: new Map() };
  const sales: StubAccounts["sales"] = [];
  const own = { url: "", people, news, erasures, exports, sales, unknown: new Set<string>() };
  const stub = { ...own, ...licenses, isUnchanged: false, isDown: false, close: () => app.close() };
  app.addHook("onRequest", async (request, reply) => {
    if (stub.isDown) await reply.code(503).send(refused("service.unavailable"));
    else if (request.headers.authorization !== `Bearer ${serviceCredential}`) await reply.code(404).send({});
  });
  app.post<{ Body: { token: string } }>("/api/1.1/internal/introspect/", async ({ body }) =>
    introspection(people.get(body.token)),
  );
  app.post<{ Body: { sub: string; password?: string } }>("/api/1.1/internal/proof/", async ({ body }, reply) => {
    const wanted = people.get(body.sub)?.password;
    if (wanted === undefined || wanted === body.password) return { status: "success" };
    const isAsked = body.password === undefined;
    return isAsked
      ? reply.code(403).send(refused("permission.proof_required"))
      : reply.code(422).send(refused("password.wrong"));
  });
  app.post<{ Body: { omni_id: string; customer_id: string } }>("/api/1.1/internal/customers/", async ({ body }) => {
    const person = people.get(body.omni_id);
    const others = person?.customerIds.filter((id) => id !== body.customer_id) ?? [];
    person?.customerIds.splice(0, Infinity, body.customer_id, ...others);
    return { status: "success" };
  });
  takeNews(app, stub);
  serveDuties(app, erasures, exports);
  serveLicenses(app, licenses);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  stub.url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  return stub;
}

/** Serves the calls that report subscriptions and sales. */
function takeNews(app: FastifyInstance, stub: Pick<StubAccounts, "news" | "sales" | "unknown" | "isUnchanged">): void {
  const { news, sales, unknown } = stub;
  app.post<{ Body: StubAccounts["news"][number] }>("/api/1.1/internal/subscriptions/", async ({ body }, reply) => {
    const { success } = tellSubscription.body.safeParse(body);
    if (!success) return await reply.code(422).send(refused("input.invalid"));
    if (unknown.has(body.subscription.registration_id)) return await reply.code(404).send(notFound);
    const known = news.some((one) => one.subscription.id === body.subscription.id && one.sequence >= body.sequence);
    if (!known) news.push(body);
    return { status: "success", applied: !known, changed: !known && !stub.isUnchanged };
  });
  app.post<{ Body: { sale: SaleNews } }>("/api/1.1/internal/sales/", async ({ body: { sale } }, reply) => {
    if (unknown.has(sale.registration_id)) return await reply.code(404).send(notFound);
    const isKnown = sales.some(
      ({ invoice_id: id, returned_at: at }) => id === sale.invoice_id && at === sale.returned_at,
    );
    if (!isKnown) sales.push(sale);
    return { status: "success", applied: !isKnown };
  });
}

/** Serves the calls for erasures and data exports. */
function serveDuties(app: FastifyInstance, erasures: StubAccounts["erasures"], exports: StubAccounts["exports"]): void {
  app.get("/api/1.1/internal/erasures/", async () => ({ erasures: [...erasures.values()] }));
  app.post<{ Body: { omni_id: string } }>("/api/1.1/internal/erasures/", async ({ body }) => {
    erasures.delete(body.omni_id);
    return { status: "success" };
  });
  app.get("/api/1.1/internal/data_exports/", async () => ({
    exports: [...exports]
      .filter(([, { payments }]) => payments === null)
      .map(([id, { customerIds }]) => ({ id, customer_ids: customerIds })),
  }));
  app.post<{ Body: { id: string; payments: string } }>("/api/1.1/internal/data_exports/", async ({ body }) => {
    const wanted = exports.get(body.id);
    if (wanted) wanted.payments = body.payments;
    return { status: "success" };
  });
}

type StubLicenses = Pick<StubAccounts, "ended" | "trials" | "unused" | "reserved">;

/** Serves the calls for licenses that are bought or renewed. */
function serveLicenses(app: FastifyInstance, { ended, trials, unused, reserved }: StubLicenses): void {
  app.post<{ Body: { registration_id: string } }>("/api/1.1/internal/unused_seats/", async ({ body }) => ({
    unused: unused.get(body.registration_id) ?? null,
  }));
  app.post<{ Body: { omni_id: string; registration_id: string } }>(
    "/api/1.1/internal/ended_licenses/",
    async ({ body }, reply) => {
      const license = ended.get(body.registration_id);
      if (license?.manager !== body.omni_id) return reply.code(404).send(notFound);
      return { product_id: license.product_id, description: "Outlinear 5", used_seats: 2 };
    },
  );
  app.post<{ Body: { omni_id: string; product: string } }>("/api/1.1/internal/trials/", async ({ body }) => {
    const found = [...trials].find(([, { manager, product }]) => manager === body.omni_id && product === body.product);
    return { trial: found ? { registration_id: found[0], used_seats: found[1].used_seats } : null };
  });
  app.post<{ Body: { omni_id: string; registration_id: string; is_return: boolean; amount: number } }>(
    "/api/1.1/internal/reserved_licenses/",
    async ({ body }, reply) => {
      const { registration_id: id, is_return: isReturn, omni_id: account } = body;
      if (isReturn && ended.get(id)?.manager !== account) return reply.code(404).send(notFound);
      reserved.set(id, body);
      return { status: "success" };
    },
  );
}
