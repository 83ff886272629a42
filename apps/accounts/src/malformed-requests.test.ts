import type { Endpoint } from "@foyer/contract/endpoint";
import { caseCount } from "@foyer/testing/random-cases";
import {
  expectNoFault,
  expectTypeRefused,
  type FieldValues,
  type RandomRequest,
  type RequestParts,
} from "@foyer/testing/random-requests";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { cheapPasswords } from "./testing/cheap-passwords.ts";
import { makeAccounts, makeLicense, makeSeats, openSessions, password } from "./testing/factories.ts";
import { confirmedSignUp } from "./testing/mails.ts";
import {
  type Answer,
  serviceCredential,
  startAccounts,
  type TestAccounts,
  type TestOptions,
} from "./testing/test-accounts.ts";

vi.setConfig({ testTimeout: 300_000 });

/** The seed is fixed, unless FUZZ_SEED gives another number or `random`. A failure prints it. */
const wanted = process.env["FUZZ_SEED"] ?? "20261121";
const seed = wanted === "random" ? Date.now() % 2_147_483_647 : Number(wanted);

let service: TestAccounts;
let tokens: string[];
const unhandled: unknown[] = [];
const noteUnhandled = (reason: unknown): void => void unhandled.push(reason);

beforeAll(() => process.on("unhandledRejection", noteUnhandled));
afterAll(() => process.off("unhandledRejection", noteUnhandled));
afterEach(() => service.close());

async function start(options: TestOptions): Promise<void> {
  service = await startAccounts({ passwords: cheapPasswords(), instances: 2, ...options });
  await makeAccounts(service, "maria", "hugo", "chief");
  await service.database.kysely
    .updateTable("accounts")
    .set({ is_staff: true, staff_rights: ["admin"] })
    .where("username", "=", "chief")
    .execute();
  await makeLicense(service, { id: "team", owners: ["maria"], total_seats: 200 });
  await makeSeats(service, "team", "hugo", "open@example.com");
}

/** Valid values for fields of these names. */
const good: FieldValues = {
  id: fc.constantFrom("team", "team-hugo", "team-open@example.com"),
  registration_id: fc.constant("team"),
  omni_id: fc.constant("none"),
  username: fc.constantFrom("maria", "hugo"),
  account_name: fc.constantFrom("hugo", "chief"),
  password: fc.constant(password),
  old_password: fc.constant(password),
  new_password: fc.constant(password),
  reason: fc.constant("asked for it"),
  product_id: fc.constantFrom("OUTLINE", "OUTLINE-5"),
  fingerprint: fc.constantFrom("fingerprint-of-a", "fingerprint-of-b"),
  path: fc.constant("/manage-team"),
  email_address: fc.constantFrom("maria@example.com", "new@example.com"),
  new_email_address: fc.nat().map((number) => `moved${number}@example.com`),
  status: fc.constantFrom("active", "past_due", "canceled"),
  quantity: fc.integer({ min: 1, max: 2_200 }),
  object_time: fc.nat(),
  current_period_end: fc.nat(),
  paid_until: fc.nat(),
  at: fc.nat(),
  release: fc.constant(["team-hugo"]),
  renew: fc.constant(["team-hugo"]),
  account_state: fc.constantFrom(100),
  preview: fc.constant(true),
};

/** Which of the tokens of `renewTokens` may make such calls. */
function callersOf({ access }: Endpoint): number[] {
  if (access.startsWith("staff:")) return [3, 4];
  if (access === "service") return [5];
  return access === "signup" ? [6] : [0, 1, 2];
}

/** Values of parameters in paths. */
const known = () => ["team", "team", "maria", "hugo", "none"];
const parts: RequestParts = { good, known, callers: callersOf };

/**
 * Creates new tokens and resets the license and the accounts, because some calls end the calling session or hide later effects.
 */
async function renewTokens(): Promise<string[]> {
  const subscription = { subscription_id: null, subscription_active: null, renewing_quantity: null };
  await service.database.kysely.updateTable("licenses").set(subscription).where("id", "=", "team").execute();
  const open = { state: 100, closed_at: null, closed_by: null };
  await service.database.kysely.updateTable("accounts").set(open).where("state", "<>", 100).execute();
  const people = await openSessions(service, "maria", "maria", "hugo", "chief", "chief");
  return [
    ...people,
    serviceCredential,
    await confirmedSignUp(service, `fuzz${Math.random()}@example.com`),
    "at_x",
    "su_x",
  ];
}

const APP_REQUESTS = caseCount("APP_REQUESTS", { usual: 10, torture: 10_000 });

/** A different network each time, so that limits count but do not answer instead of the code that they protect. */
const networkOf = (at: number): string => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;

/** Sends a request to the instances in turn, with new tokens after each `renewAfter` requests. */
const sending =
  (renewAfter: number) =>
  async ({ method, address, who, ...sent }: RandomRequest, at: number): Promise<Answer> => {
    if (at % renewAfter === 0) tokens = await renewTokens();
    return service.call(method, address, { ...sent, token: tokens[who], ip: networkOf(at), instance: at % 2 });
  };

const served = (): readonly Endpoint[] => service.services[0]?.routes.map(({ endpoint }) => endpoint) ?? [];

test.each([
  { limits: "on", requests: caseCount("REQUESTS", { usual: 600, torture: 10_000 }), options: {} },
  {
    limits: "off",
    requests: caseCount("REQUESTS", { usual: 400, torture: 10_000 }),
    options: { limitsOff: "a system without limits holds the same" },
  },
])(
  "R-48 R-46 R-82 of $requests malformed requests on two instances, limits $limits, none gets a 5xx or internals",
  async ({ requests: numRuns, options: how }) => {
    await start(how);
    const reached = new Set<string>();
    const send = sending(25);
    const noted = async (request: RandomRequest, at: number): Promise<Answer> => {
      const answer = await send(request, at);
      expect(answer.headers["x-request-id"], request.address).toEqual(expect.any(String));
      if (answer.status === 200) reached.add(request.address.split("?")[0] ?? "");
      return answer;
    };
    await expectNoFault({ endpoints: served(), parts, numRuns, seed }, noted, [200, 400, 401, 404, 405, 415, 422]);
    expect(unhandled, `FUZZ_SEED=${seed}`).toEqual([]);
    expect(reached.size).toBeGreaterThan(8);
    expect((await service.post("accountnamevalid/", { account_name: "still alive" })).body.valid).toBe(true);
  },
);

test(`OIDC-26 WAL-02 WAL-06 WAL-13 ${APP_REQUESTS} malformed requests to each call of apps and devices get no 5xx or redirect`, async () => {
  await start({ limitsOff: "many requests to few calls" });
  const calls = served().filter(({ path }) =>
    /activations|\/app_|\/apps\/|portal_link|license_keys|signing_keys/.test(path),
  );
  expect(calls.length).toBeGreaterThan(15);
  const send = sending(50);
  const checked = async (request: RandomRequest, at: number): Promise<Answer> => {
    const answer = await send(request, at);
    expect(answer.status < 300 || answer.status >= 400, request.address).toBe(true);
    expect(answer.headers["location"], request.address).toBeUndefined();
    expect(answer.headers["content-security-policy"], request.address).toContain("frame-ancestors 'none'");
    return answer;
  };
  for (const call of calls) await expectNoFault({ endpoints: [call], parts, numRuns: APP_REQUESTS, seed }, checked);
  expect(unhandled, `FUZZ_SEED=${seed}`).toEqual([]);
}, 3_000_000);

test("R-46 a body of another type gets 415 from every call, on both instances", async () => {
  await start({});
  tokens = await renewTokens();
  await expectTypeRefused(served(), ({ method, path }, headers, at) =>
    service.call(method, path.replaceAll(/:\w+/g, "team"), {
      raw: "{}",
      headers,
      token: tokens[0],
      ip: networkOf(at),
      instance: at % 2,
    }),
  );
});
