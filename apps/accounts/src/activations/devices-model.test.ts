import { caseCount } from "@foyer/testing/random-cases";
import { afterAll, expect, test } from "vitest";
import { activateAs, fileFor, fingerprintOf, validateAs } from "../testing/devices.ts";
import {
  makeAccounts,
  makeLicense,
  makeSeats,
  openSessions,
  password,
  tellSubscription,
} from "../testing/factories.ts";
import { startAccounts } from "../testing/test-accounts.ts";

// Random calls, compared with a model in plain maps that does not use the service's code.

const LIVES = caseCount("DEVICE_LIVES", { usual: 4, torture: 300 });
const STEPS = 50;
const SEED = Number(process.env["MODEL_SEED"] ?? Date.now() % 2_147_483_647);
const LIMIT = 2;
const SEATS = 3;
const DAY = 86_400;
const acts = [
  "activate",
  "activate",
  "activate",
  "activate",
  "key",
  "key",
  "of key",
  "of key",
  "file",
  "file",
  "free",
  "seat",
  "seat",
  "license",
  "renew",
  "close",
  "merge",
  "days",
];
const living = `select count(*)::int from activations
  where license_id = $1 and (ended_at is null or offline_until > $2)`;
const devices = ["a", "b", "c", "d"];

const rules = { counts: "seat", limit: LIMIT, offlineDays: 20, freesPer30Days: 100, byKey: true } as const;
const service = await startAccounts({
  instances: 2,
  limitsOff: "hundreds of steps within an hour",
  brand: { products: [{ name: "Outliner", code: "OUTLINE", activation: rules }] },
});
afterAll(() => service.close());
await makeAccounts(service, "maria", { username: "chief", is_staff: true });
await service.database.pool.query("update accounts set staff_rights = '{admin}' where username = 'chief'");

/** A small generator of numbers, the same for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

/** Stands for the seat and the person of what a key activated. */
const KEY = "the key";

interface Device {
  readonly id: string;
  person: string;
  readonly device: string;
  /** `KEY` if a key activated it. */
  readonly seat: string;
  /** Of an activation by key. */
  readonly token?: string;
  isLive: boolean;
  /** End of its newest file, in milliseconds. */
  until: number;
}

async function live(number: number): Promise<void> {
  const random = randomOf(SEED + number);
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
  const license = `model-${number}`;
  let made = 0;
  let merges = 0;
  /** Number of seats whose places can be in use. A file stays valid when its license shrinks. */
  let most = SEATS;
  let news = 0;
  let subscription = 0;
  let isActive = true;
  let quantity = SEATS;
  const people = ["ada", "bo", "cy"].map((name) => `${name}-${number}`);
  const closed = new Set<string>();
  const seats = new Map<string, string>();
  const known: Device[] = [];
  const log: string[] = [];
  const now = (): number => service.clock.now().getTime();
  const keeps = (one: Device): boolean => one.isLive || one.until > now();
  const paid = { paid_until: Math.floor(now() / 1_000) + 400 * DAY };
  const tell = async (status: string): Promise<void> => {
    news += 1;
    // An ended subscription stays ended; another one restores the license.
    if (status === "active") subscription += 1;
    const state = status === "renewed" ? "active" : status;
    const order = { objectTime: Math.floor(now() / 1_000), sequence: news };
    await tellSubscription(
      service,
      license,
      { id: `sub_${license}_${subscription}`, quantity, status: state, current_period_end: paid.paid_until, ...paid },
      order,
    );
  };
  await makeAccounts(service, ...people);
  await makeLicense(service, { id: license, owners: ["maria"], total_seats: SEATS, key: license });
  await tell("active");

  const activate = async (person: string, token: string): Promise<void> => {
    const device = pick(devices);
    const answer = await activateAs(service, token, device, { registration_id: license }, random(2));
    const seat = seats.get(person);
    const same = known.find((one) => one.isLive && one.person === person && one.device === device && one.seat === seat);
    const others = known.filter((one) => keeps(one) && (one.isLive || one.device !== device));
    const hasRoom = others.length < LIMIT * quantity && others.filter((one) => one.seat === seat).length < LIMIT;
    const expected = !isActive || seat === undefined ? 15_001 : same ? 200 : hasRoom ? 201 : 15_002;
    expect(answer.body.code ?? answer.status).toBe(expected);
    if (expected !== 201 || seat === undefined) return;
    const back = known.filter((one) => !one.isLive && one.device === device && one.until > now());
    const until = Math.max(0, ...back.map((one) => one.until));
    for (const one of back) one.until = 0;
    known.push({ id: answer.body.activation.id, person, device, seat, isLive: true, until });
  };
  const activateByKey = async (): Promise<void> => {
    const device = pick(devices);
    const body = { license_key: license.toUpperCase(), fingerprint: fingerprintOf(device) };
    const answer = await service.call("POST", "activations/", { body, instance: random(2) });
    const same = known.find((one) => one.isLive && one.seat === KEY && one.device === device);
    const others = known.filter((one) => keeps(one) && (one.isLive || one.device !== device));
    const expected = !isActive ? 10_200 : same ? 200 : others.length < LIMIT * quantity ? 201 : 15_002;
    expect(answer.body.code ?? answer.status).toBe(expected);
    if (expected !== 201) return;
    const back = known.filter((one) => !one.isLive && one.device === device && one.until > now());
    const until = Math.max(0, ...back.map((one) => one.until));
    for (const one of back) one.until = 0;
    const token: string = answer.body.activation_token;
    known.push({ id: answer.body.activation.id, person: KEY, device, seat: KEY, token, isLive: true, until });
  };
  /** The app of an activation by key gets a file, or frees it. */
  const actByKey = async (): Promise<void> => {
    const keyed = known.filter((one) => one.token !== undefined);
    const one = keyed.length === 0 ? null : pick(keyed);
    if (one?.token === undefined) return;
    if (random(2) === 0) await askFile(KEY, one.token, [one]);
    else await free(KEY, one.token, [one]);
  };
  const ownOf = (person: string): Device[] => known.filter((one) => one.person === person);
  const askFile = async (person: string, token: string, own = ownOf(person)): Promise<void> => {
    if (own.length === 0) return;
    const one = pick(own);
    const days = 1 + random(20);
    const { status } = await fileFor(service, token, one.id, one.device, { days }, random(2));
    expect(status).toBe(one.isLive ? 200 : 410);
    if (one.isLive) one.until = Math.max(one.until, now() + days * DAY * 1_000);
  };
  const free = async (person: string, token: string, own = ownOf(person)): Promise<void> => {
    if (own.length === 0) return;
    const one = pick(own);
    const { status } = await service.call("DELETE", `activations/${one.id}/`, { token, instance: random(2) });
    expect(status).toBe(200);
    one.isLive = false;
  };
  const changeSeat = async (person: string, maria: string): Promise<void> => {
    const seat = seats.get(person);
    if (seat === undefined) {
      if (seats.size >= quantity) return;
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

  const endSeats = (held: ReadonlySet<string>): void => {
    for (const [person, seat] of seats) if (!held.has(seat)) seats.delete(person);
    for (const one of known) if (one.seat !== KEY && !held.has(one.seat)) one.isLive = false;
  };
  /** Devices of the key that have no place any more end. The model does not predict which. */
  const endOfKey = async (): Promise<void> => {
    const keyed = known.filter((one) => one.isLive && one.seat === KEY);
    const beyond = Math.max(0, known.filter(keeps).length - LIMIT * quantity);
    const { rows } = await service.database.pool.query(
      "select id from activations where license_id = $1 and by_key is not null and ended_at is null",
      [license],
    );
    expect(rows.length).toBe(Math.max(0, keyed.length - beyond));
    for (const one of keyed) one.isLive = rows.some(({ id }) => id === one.id);
  };
  /** The next period has another number of seats. The model does not predict which seats lapse. */
  const renew = async (): Promise<void> => {
    if (!isActive) return;
    const before = quantity;
    quantity = 1 + random(SEATS);
    paid.paid_until += DAY;
    await tell("renewed");
    const { rows } = await service.database.pool.query("select id from seats where license_id = $1", [license]);
    expect(rows.length).toBeLessThanOrEqual(quantity);
    endSeats(new Set(rows.map(({ id }) => id)));
    if (quantity < before) await endOfKey();
  };
  /** The app of a closed account gets no answer until the account is open again. */
  const close = async (person: string): Promise<void> => {
    const isOpen = closed.has(person);
    const state = isOpen ? 100 : 300;
    await service.database.pool.query("update accounts set state = $1 where username = $2", [state, person]);
    if (isOpen) closed.delete(person);
    else closed.add(person);
    for (const one of known) if (one.person === person) one.isLive = false;
  };
  const merge = async (person: string): Promise<void> => {
    merges += 1;
    const twin = `twin-${number}-${merges}`;
    await makeAccounts(service, twin);
    const [staff = ""] = await openSessions(service, "chief");
    const body = { reason: "the same person", into: twin, password };
    expect((await service.post(`admin/accounts/${person}/merge/`, body, staff)).status).toBe(200);
    people[people.indexOf(person)] = twin;
    for (const one of known) if (one.person === person) one.person = twin;
    const seat = seats.get(person);
    seats.delete(person);
    if (seat !== undefined) seats.set(twin, seat);
  };

  for (let step = 0; step < STEPS; step += 1) {
    const named = pick(people);
    const act = pick(acts);
    // Of a closed account, only reopening and acts of other people are possible.
    const person = closed.has(named) && act !== "close" ? (people.find((one) => !closed.has(one)) ?? named) : named;
    if (closed.has(person) && act !== "close") continue;
    const [token = "", maria = ""] = await openSessions(service, ...(closed.has(person) ? [] : [person, "maria"]));
    log.push(`${act} ${person}`);
    try {
      if (act === "activate") await activate(person, token);
      if (act === "key") await activateByKey();
      if (act === "of key") await actByKey();
      if (act === "file") await askFile(person, token);
      if (act === "free") await free(person, token);
      if (act === "seat") await changeSeat(person, maria);
      if (act === "license" && random(3) === 0) await changeLicense();
      if (act === "renew" && random(2) === 0) await renew();
      if (act === "close") await close(person);
      if (act === "merge" && random(2) === 0) await merge(person);
      if (act === "days") service.clock.advance(random(12) * DAY);
      // A validation never succeeds without a seat, and there are never more valid files than places.
      const asker = pick(people.filter((each) => !closed.has(each)));
      const [asking = ""] = asker === undefined ? [] : await openSessions(service, asker);
      for (const one of known.filter((each) => each.person === asker || each.seat === KEY).slice(-4)) {
        const { body } = await validateAs(service, one.token ?? asking, one.id, one.device, {}, random(2));
        expect(body.valid, `${one.id} ${body.code}`).toBe(one.isLive);
      }
      expect(known.filter((one) => one.until > now()).length).toBeLessThanOrEqual(LIMIT * most);
      const { rows } = await service.database.pool.query(living, [license, service.clock.now()]);
      expect(rows[0].count).toBe(known.filter(keeps).length);
      most = Math.max(quantity, Math.ceil(known.filter(keeps).length / LIMIT));
    } catch (error) {
      throw new Error(`MODEL_SEED=${SEED}, life ${number}: ${log.join(", ")}`, { cause: error });
    }
  }
}

test(`MOVE-01 WAL-07 WAL-15 in ${LIVES} lives devices of seats and keys follow what they belong to, within the limit`, async () => {
  for (let number = 0; number < LIVES; number += 1) await live(number);
}, 600_000);
