import type { Role } from "@foyer/contract/authority";
import type { Endpoint } from "@foyer/contract/endpoint";
import { needsProvedSession } from "@foyer/contract/endpoint";
import { purchaseEndpoints } from "@foyer/contract/endpoints";
import { expectAuthority, expectOnlyTable } from "@foyer/testing/authority";
import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, MONTHLY, testWorld } from "./testing/purchase-world.ts";
import { serviceCredential } from "./testing/stub-accounts.ts";
import { makePerson, makeSubscriber, type Subscriber, subscriptionCalls } from "./testing/subscribers.ts";

const world = testWorld();
let subscriber: Subscriber;
beforeAll(async () => {
  subscriber = await makeSubscriber(world);
  // This person owns another customer.
  const { person } = await makeSubscriber(world);
  players.person = person;
  players["its manager"] = subscriber.person;
  for (const right of ["read", "support", "billing", "admin"] as const) {
    players[`staff ${right}`] = await makePerson(world, `staff-${right}`, [right]);
  }
});

/** Token of each role. The accounts service knows no person of the token of a sign-up or an activation. */
const players: Partial<Record<Role, string>> = {
  "signing up": "token-of-a-sign-up",
  "activation token": "ak_token-of-an-activation",
  service: serviceCredential,
};

/** Returns the address of a call, with the ids of that subscriber. */
function addressOf(
  { path }: Endpoint,
  { customer, subscription }: Pick<Subscriber, "customer" | "subscription">,
): string {
  const values: Readonly<Record<string, string>> = { id: customer, subscription };
  return path.replace("/api/v2/", "").replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? "none");
}

const ask = (endpoint: Endpoint, role: Role): Promise<Answer> => {
  const { method, access } = endpoint;
  const of = access === "customer" ? subscriber : { ...subscriber, customer: "none" };
  if (method !== "GET" && method !== "POST") throw new Error(`${endpoint.name}: a method that nothing here asks by`);
  return world.call(players[role] ?? null, method, addressOf(endpoint, of), method === "GET" ? undefined : {});
};

describe("R-38 every route by every role", () => {
  test.each(purchaseEndpoints.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]))(
    "R-38 R-45 ROLE-01 ROLE-02 ROLE-03 ROLE-04 %s answers each role as the table says",
    async (_name, endpoint) => {
      await expectAuthority(endpoint, ask);
    },
  );

  test("R-38 the owner's calls are allowed because the customer is the owner's: another customer does not exist for this person", async () => {
    const ofCustomers = purchaseEndpoints.filter(({ access }) => access === "customer");
    expect(ofCustomers.length).toBeGreaterThan(10);
    for (const endpoint of ofCustomers) expect((await ask(endpoint, "person")).body.code, endpoint.name).toBe(2004);
  });
});

test("R-36 no reply to a staff member's view has a link or secret that the payer gets (FAULT-24)", async () => {
  const who = await makeSubscriber(world);
  const { person, customer, subscription } = who;
  const payer = world.accounts.people.get(person);
  if (!payer) throw new Error("no payer");
  world.accounts.people.set("view", { ...payer, viewOnly: true });
  const quote = { subscription, plan: MONTHLY, quantity: 5 };
  const { reference } = (await world.call(person, "POST", `customer/${customer}/quotes`, quote)).body.quote;
  const secret = new RegExp(`https?://|_secret_|${reference}`);
  const withSecrets = async (caller: string) => {
    const found: string[] = [];
    for (const endpoint of purchaseEndpoints) {
      const { name, access, method } = endpoint;
      if (method !== "GET" || !["person", "customer"].includes(access)) continue;
      const { body } = await world.call(caller, "GET", addressOf(endpoint, who));
      if (secret.test(JSON.stringify(body))) found.push(name);
    }
    return found.toSorted();
  };
  expect(await withSecrets(person)).toEqual(["listDocuments", "listInvoices", "listPaperQuotes", "readCustomerPage"]);
  expect(await withSecrets("view")).toEqual([]);
});

test("OIDC-20 a session that an app opened spends nothing before a proof, on any call, and all after it (FAULT-30)", async () => {
  const who = await makeSubscriber(world);
  const payer = world.accounts.people.get(who.person);
  if (!payer) throw new Error("no payer");
  world.accounts.people.set("handed", { ...payer, isUnproved: true });
  const handed = { ...who, person: "handed" };
  const { post, preview, turnRenewal } = subscriptionCalls(world);
  for (const endpoint of purchaseEndpoints.filter(needsProvedSession)) {
    const { status, body } = await post(handed, addressOf(endpoint, who), {});
    expect([endpoint.name, status, body.code, body.session_proof]).toEqual([endpoint.name, 403, 2002, true]);
  }
  expect((await preview(handed, { plan: MONTHLY, quantity: 4 })).status).toBe(200);
  expect((await turnRenewal(handed, "off")).body.code).toBe(2002);
  // The proof counts at once, although answers about people are kept for a second.
  world.accounts.people.set("handed", payer);
  expect((await turnRenewal(handed, "off")).status).toBe(200);
});

test("R-38 ROLE-05 every route of the service is in the table, and each route of the table exists", async () => {
  await expectOnlyTable(purchaseEndpoints, "/api/v2", (app) => app.register(world.service.plugin));
});
