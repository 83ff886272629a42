import { caseCount } from "@foyer/testing/random-cases";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { makeAccounts, makeLicense, makeSeats, openSessions, tellSubscription } from "../testing/factories.ts";
import { type LedgerProbe, probeLedger } from "../testing/ledger-probe.ts";
import { type Answer, testAccounts } from "../testing/test-accounts.ts";

// Two instances on one PostgreSQL; all calls of a race are concurrent, and each race runs several times. A separate connection watches
// the seats: held and invited seats must never exceed the license's total.

const REPETITIONS = caseCount("RACES", { usual: 6, torture: 20 });
// Each race takes several times longer on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
const service = testAccounts({ instances: 2, connections: 30 });
let probe: LedgerProbe;
let maria: string;
const people = Array.from({ length: 50 }, (_, index) => `person${index}`);
let tokens: string[];

beforeAll(async () => {
  await makeAccounts(service, "maria", ...people);
  [maria = "", ...tokens] = await openSessions(service, "maria", ...people);
  probe = await probeLedger(service);
});
afterAll(async () => {
  const { looks, faults } = await probe.stop();
  expect(faults).toEqual([]);
  expect(looks).toBeGreaterThan(REPETITIONS);
});

// Each person may try 30 invitations in ten minutes, and these tests make more.
beforeEach(() => service.forgetTries());

let made = 0;
async function team(totalSeats: number, ...seats: string[]): Promise<string> {
  const id = `race-${++made}`;
  await makeLicense(service, { id, owners: ["maria"], total_seats: totalSeats });
  await makeSeats(service, id, ...seats);
  return id;
}

/** Sends calls alternately to both instances, all before any answer arrives. */
const atOnce = (count: number, call: (index: number, instance: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index, index % 2)));
const asManager = (method: "GET" | "POST" | "DELETE", id: string, body: unknown, instance = 0) =>
  service.call(method, `registration_seats/${id}/`, { body, token: maria, instance });
const accept = (token: string | undefined, reference_id: string, instance: number) =>
  service.call("POST", "user/accept_invite/new/", { token, instance, body: { reference_id } });

/** Number of answers by status and code. */
function outcomes(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = status === 200 ? "200" : `${status} ${body.code}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

const seatsOf = (license: string) =>
  service.database.kysely.selectFrom("seats").selectAll().where("license_id", "=", license).execute();
const licenseOf = (id: string) =>
  service.database.kysely.selectFrom("licenses").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("INV-06 seats under races", () => {
  test("INV-06 of 50 concurrent invitations for 10 seats, 10 succeed and 40 get 409 12003", async () => {
    for (let round = 0; round < REPETITIONS; round++) {
      const id = await team(10);
      const answers = await atOnce(50, (index, instance) =>
        asManager("POST", id, { seats: `guest${index}@example.com` }, instance),
      );
      expect(outcomes(answers)).toEqual({ "200": 10, "409 12003": 40 });
      expect(await seatsOf(id)).toHaveLength(10);
      expect(await licenseOf(id)).toMatchObject({ used_seats: 10, invited_seats: 10 });
    }
  });

  test("INV-06 each of several concurrent lists is accepted or refused as a whole", async () => {
    for (let round = 0; round < REPETITIONS; round++) {
      const id = await team(10);
      const lists = Array.from({ length: 10 }, (_, list) => [0, 1, 2].map((each) => `l${list}-${each}@example.com`));
      const answers = await atOnce(10, (index, instance) => asManager("POST", id, { seats: lists[index] }, instance));
      expect(outcomes(answers)).toEqual({ "200": 3, "409 12003": 7 });
      const invited = new Set((await seatsOf(id)).map(({ email }) => email));
      for (const [index, list] of lists.entries()) {
        const isIn = answers[index]?.status === 200;
        expect(list.map((email) => invited.has(email))).toEqual([isIn, isIn, isIn]);
      }
    }
  });

  test("R-37 INV-05 of 50 concurrent acceptances of one reference, one gets the seat and 49 get 410 12001", async () => {
    for (let round = 0; round < REPETITIONS; round++) {
      const id = await team(5, "wanted@example.com");
      const reference = (await seatsOf(id))[0]?.reference ?? "";
      const answers = await atOnce(50, (index, instance) => accept(tokens[index], reference, instance));
      expect(outcomes(answers)).toEqual({ "200": 1, "410 12001": 49 });
      const winner = people[answers.findIndex(({ status }) => status === 200)];
      expect(await seatsOf(id)).toMatchObject([{ username: winner, status: "active", reference: null }]);
    }
  });

  test("R-37 INV-06 of 20 concurrent acceptances of the last seat, one holds it", async () => {
    for (let round = 0; round < REPETITIONS; round++) {
      const id = await team(3, "person48", "person49", "last@example.com");
      const reference = (await seatsOf(id)).find(({ status }) => status === "pending")?.reference ?? "";
      const answers = await atOnce(20, (index, instance) => accept(tokens[index], reference, instance));
      expect(outcomes(answers)).toEqual({ "200": 1, "410 12001": 19 });
      expect(await licenseOf(id)).toMatchObject({ used_seats: 3, invited_seats: 0 });
    }
  });

  test("R-37 one person who accepts several invitations of a license concurrently holds one seat", async () => {
    for (let round = 0; round < REPETITIONS; round++) {
      const id = await team(10, ...Array.from({ length: 8 }, (_, index) => `other${index}@example.com`));
      const references = (await seatsOf(id)).map(({ reference }) => reference ?? "");
      const answers = await atOnce(8, (index, instance) => accept(tokens[round], references[index] ?? "", instance));
      expect(outcomes(answers)).toEqual({ "200": 1, "409 12004": 7 });
      expect((await seatsOf(id)).filter(({ username }) => username === people[round])).toHaveLength(1);
    }
  });

  test("INV-06 an invitation that is accepted and removed concurrently is either accepted or removed", async () => {
    for (let round = 0; round < REPETITIONS; round++) {
      const id = await team(2, "torn@example.com");
      const [seat] = await seatsOf(id);
      const [removed, accepted] = await Promise.all([
        asManager("DELETE", id, { seats: [{ id: seat?.id }] }, 0),
        accept(tokens[round], seat?.reference ?? "", 1),
      ]);
      expect(removed.status).toBe(200);
      expect([200, 410]).toContain(accepted.status);
      expect(await seatsOf(id)).toEqual([]);
    }
  });
});

describe("invitations, removals, releases, acceptances and renewals concurrently", () => {
  const documented = new Set(["200", "409 12003", "409 12007", "422 12005", "410 12001", "409 12004"]);

  test("INV-06 ACC-19 ACC-21 ACC-22 the seat counts stay correct, each failed call gets one documented refusal, and none a 5xx", async () => {
    const seen = new Set<string>();
    for (let round = 0; round < REPETITIONS; round++) {
      const held = people.slice(0, 6);
      const id = await team(12, ...held, "open0@example.com", "open1@example.com", "open2@example.com");
      await tellSubscription(service, id, { quantity: 12, next: { plan: "P-SUB", quantity: 8, at: 2e9 } });
      const open = (await seatsOf(id)).filter(({ status }) => status === "pending");
      const acts: ((index: number, instance: number) => Promise<Answer>)[] = [
        (index, instance) => asManager("POST", id, { seats: `new${index}@example.com` }, instance),
        (index, instance) => asManager("POST", id, { release: [`${id}-person${index % 6}`] }, instance),
        (index, instance) => asManager("POST", id, { renew: [`${id}-person${index % 6}`] }, instance),
        (index, instance) => asManager("DELETE", id, { seats: [{ id: `${id}-person${index % 6}` }] }, instance),
        (index, instance) => accept(tokens[10 + index], open[index % 3]?.reference ?? "", instance),
        (index, instance) =>
          asManager("POST", id, { seats: [`a${index}@example.com`, `b${index}@example.com`] }, instance),
      ];
      const news = service.clock.now().getTime() / 1_000;
      const [answers] = await Promise.all([
        atOnce(36, (index, instance) => {
          const act = acts[(index * 7 + round) % acts.length];
          if (!act) throw new Error("no act");
          return act(index, instance);
        }),
        tellSubscription(service, id, { quantity: 8, paid_until: news + 60 * 86_400 }, { sequence: 2 }),
      ]);
      for (const outcome of Object.keys(outcomes(answers))) seen.add(outcome);
      const { total_seats, used_seats } = await licenseOf(id);
      expect(total_seats).toBe(8);
      expect(await seatsOf(id)).toHaveLength(used_seats);
      expect(used_seats).toBeLessThanOrEqual(8);
    }
    expect([...seen].filter((outcome) => !documented.has(outcome))).toEqual([]);
    // These answers occur in any order of calls: 18 seats are requested where 12 fit, and six people accept three invitations.
    expect([...seen]).toEqual(expect.arrayContaining(["200", "409 12003", "410 12001"]));
  });
});
