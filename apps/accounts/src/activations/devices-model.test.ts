import { caseCount } from "@foyer/testing/random-cases";
import { afterAll, beforeAll, expect, test } from "vitest";
import { activateAs, fileFor, validateAs } from "../testing/devices.ts";
import { makeAccounts, makeLicense, makeSeats, openSessions, tellSubscription } from "../testing/factories.ts";
import { startAccounts, type TestAccounts } from "../testing/test-accounts.ts";

// A model in plain maps, written without the service's code: what each call must answer, in lives of random steps.

const LIVES = caseCount("DEVICE_LIVES", { usual: 4, torture: 300 });
const STEPS = 50;
const SEED = Number(process.env["MODEL_SEED"] ?? Date.now() % 2_147_483_647);
const LIMIT = 2;
const SEATS = 3;
const DAY = 86_400;
const people = ["ada", "bo", "cy"];
const devices = ["a", "b", "c", "d"];

let service: TestAccounts;
beforeAll(async () => {
  const rules = { counts: "seat", limit: LIMIT, offlineDays: 20, freesPer30Days: 100 } as const;
  service = await startAccounts({
    instances: 2,
    limitsOff: "hundreds of steps within an hour",
    brand: { products: [{ name: "Outliner", code: "OUTLINE", activation: rules }] },
  });
  await makeAccounts(service, "maria", ...people);
});
afterAll(() => service.close());

/** A small generator of numbers, the same for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

interface Device {
  readonly id: string;
  readonly person: string;
  readonly device: string;
  readonly seat: string;
  isLive: boolean;
  /** End of its newest file, in milliseconds. */
  until: number;
}

async function live(number: number): Promise<void> {
  const random = randomOf(SEED + number);
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
  const license = `model-${number}`;
  let made = 0;
  let news = 0;
  let subscription = 0;
  let isActive = true;
  const seats = new Map<string, string>();
  const known: Device[] = [];
  const log: string[] = [];
  const now = (): number => service.clock.now().getTime();
  const keeps = (one: Device): boolean => one.isLive || one.until > now();
  const paid = { paid_until: Math.floor(now() / 1_000) + 400 * DAY };
  const tell = async (status: string): Promise<void> => {
    news += 1;
    // A subscription that has ended stays so; a license comes back by another one.
    if (status === "active") subscription += 1;
    const order = { objectTime: Math.floor(now() / 1_000), sequence: news };
    await tellSubscription(
      service,
      license,
      { id: `sub_${license}_${subscription}`, quantity: SEATS, status, ...paid },
      order,
    );
  };
  await makeLicense(service, { id: license, owners: ["maria"], total_seats: SEATS });
  await tell("active");

  const activate = async (person: string, token: string): Promise<void> => {
    const device = pick(devices);
    const answer = await activateAs(service, token, device, { registration_id: license }, random(2));
    const seat = seats.get(person);
    const same = known.find((one) => one.isLive && one.person === person && one.device === device && one.seat === seat);
    const others = known.filter((one) => keeps(one) && (one.isLive || one.device !== device));
    const hasRoom = others.length < LIMIT * SEATS && others.filter((one) => one.seat === seat).length < LIMIT;
    const expected = !isActive || seat === undefined ? 15_001 : same ? 200 : hasRoom ? 201 : 15_002;
    expect(answer.body.code ?? answer.status).toBe(expected);
    if (expected !== 201 || seat === undefined) return;
    const back = known.filter((one) => !one.isLive && one.device === device && one.until > now());
    const until = Math.max(0, ...back.map((one) => one.until));
    for (const one of back) one.until = 0;
    known.push({ id: answer.body.activation.id, person, device, seat, isLive: true, until });
  };
  const askFile = async (person: string, token: string): Promise<void> => {
    const own = known.filter((one) => one.person === person);
    if (own.length === 0) return;
    const one = pick(own);
    const days = 1 + random(20);
    const { status } = await fileFor(service, token, one.id, one.device, { days }, random(2));
    expect(status).toBe(one.isLive ? 200 : 409);
    if (one.isLive) one.until = Math.max(one.until, now() + days * DAY * 1_000);
  };
  const free = async (person: string, token: string): Promise<void> => {
    const own = known.filter((one) => one.person === person);
    if (own.length === 0) return;
    const one = pick(own);
    const { status } = await service.call("DELETE", `activations/${one.id}/`, { token, instance: random(2) });
    expect(status).toBe(200);
    one.isLive = false;
  };
  const changeSeat = async (person: string, maria: string): Promise<void> => {
    const seat = seats.get(person);
    if (seat === undefined) {
      made += 1;
      const id = `${license}-${made}`;
      await makeSeats(service, license, { id, username: person, created: service.clock.now() });
      seats.set(person, id);
      return;
    }
    const body = { seats: [{ id: seat }] };
    await service.call("DELETE", `registration_seats/${license}/`, { token: maria, body, instance: random(2) });
    seats.delete(person);
    for (const one of known) if (one.seat === seat) one.isLive = false;
  };
  const changeLicense = async (): Promise<void> => {
    isActive = !isActive;
    await tell(isActive ? "active" : "canceled");
    if (!isActive) for (const one of known) one.isLive = false;
  };

  for (let step = 0; step < STEPS; step += 1) {
    const person = pick(people);
    const [token = "", maria = ""] = await openSessions(service, person, "maria");
    const act = pick(["activate", "activate", "activate", "file", "file", "free", "seat", "seat", "license", "days"]);
    log.push(`${act} ${person}`);
    try {
      if (act === "activate") await activate(person, token);
      if (act === "file") await askFile(person, token);
      if (act === "free") await free(person, token);
      if (act === "seat") await changeSeat(person, maria);
      if (act === "license" && random(3) === 0) await changeLicense();
      if (act === "days") service.clock.advance(random(12) * DAY);
      // No app gets yes after its seat is gone, and no more files live than there are places.
      const [asking = ""] = await openSessions(service, person);
      for (const one of known.filter((each) => each.person === person).slice(-4)) {
        const { body } = await validateAs(service, asking, one.id, one.device, {}, random(2));
        expect(body.valid, `${one.id} ${body.code}`).toBe(one.isLive);
      }
      expect(known.filter((one) => one.until > now()).length).toBeLessThanOrEqual(LIMIT * SEATS);
    } catch (error) {
      throw new Error(`MODEL_SEED=${SEED}, life ${number}: ${log.join(", ")}`, { cause: error });
    }
  }
}

test(`WAL-07 WAL-15 in ${LIVES} lives devices follow seats, licenses and files, and places are never exceeded`, async () => {
  for (let number = 0; number < LIVES; number += 1) await live(number);
}, 600_000);
