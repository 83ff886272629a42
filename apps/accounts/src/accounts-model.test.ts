import { inTransaction } from "@foyer/service-kit/db";
import { caseCount } from "@foyer/testing/random-cases";
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { insertLicenseKeys, insertUpgrades } from "./import/import-rows.ts";
import { seatsOfLicense } from "./stores/seat-store.ts";
import * as rules from "./testing/accounts-model.ts";
import type { Model, ModelLicense, ModelPerson, ModelSeat, News, Outcome } from "./testing/accounts-model.ts";
import { cheapPasswords } from "./testing/cheap-passwords.ts";
import { makeAccounts, makeLicense, openSessions, tellSubscription } from "./testing/factories.ts";
import { mailedKey, mailedToken } from "./testing/mails.ts";
import { type Answer, startAccounts, type TestAccounts } from "./testing/test-accounts.ts";

vi.setConfig({ testTimeout: 900_000 });

// Random runs of 40 commands, applied to the service and to a model of plain maps. After each command the answers and the visible
// state must agree. A failure prints MODEL_SEED and MODEL_PATH, which repeat it; MODEL_RUNS sets the number of runs.
const { MODEL_SEED, MODEL_PATH } = process.env;
const RUNS = caseCount("MODEL_RUNS", { usual: 20, torture: 600 });
const COMMANDS = 40;

const names = ["ann", "ben", "cay", "dan", "eve", "fay"];
const licenseNames = ["plain", "paid", "upgraded"];
const passwords = ["lantern-one-1", "lantern-two-2", "lantern-six-6"];

const hasher = cheapPasswords();
const service = await startAccounts({ passwords: hasher });
afterAll(() => service.close());
const cheapHash = await hasher.hash(passwords[0] ?? "");

/** One run's part of the service. Its names contain the run's number, so that runs do not affect each other. */
interface Real {
  readonly run: number;
  readonly started: number;
  readonly tokens: Map<string, string>;
  readonly mailed: Map<string, { changes: string[]; undos: string[]; resets: string[] }>;
  readonly references: Map<ModelSeat, string>;
  news: number;
  subscription: number;
}

const nameOf = ({ run }: Real, name: string): string => `${name}${run}`;
const addressOf = ({ run }: Real, address: string): string => `${address}-${run}@example.com`;
const idOf = ({ run }: Real, license: string): string => `${license}-${run}`;

let runs = 0;
async function setup(): Promise<{ model: Model; real: Real }> {
  const now = service.clock.now().getTime() / 1_000;
  const model: Model = { now, made: 0, people: new Map(), licenses: new Map(), keyOwner: null, isUpgraded: false };
  const real: Real = {
    run: ++runs,
    started: now,
    tokens: new Map(),
    mailed: new Map(names.map((name) => [name, { changes: [], undos: [], resets: [] }])),
    references: new Map(),
    news: 0,
    subscription: 1,
  };
  const first = names.slice(0, 4);
  await makeAccounts(
    service,
    ...first.map((name) => ({
      username: nameOf(real, name),
      email: addressOf(real, name),
      password_hash: cheapHash,
    })),
  );
  for (const name of first) rules.addPerson(model, name, name, passwords[0] ?? "");
  const tokens = await openSessions(service, ...first.map((name) => nameOf(real, name)));
  for (const [at, name] of first.entries()) real.tokens.set(name, tokens[at] ?? "");
  await makeLicense(service, { id: idOf(real, "plain"), owners: [nameOf(real, "ann")], total_seats: 4 });
  await makeLicense(service, { id: idOf(real, "paid"), owners: [nameOf(real, "ben")], total_seats: 4 });
  model.licenses.set("plain", { owner: "ann", total: 4, seats: [], subscription: null });
  const subscription = { quantity: 4, next: null, isActive: true };
  model.licenses.set("paid", { owner: "ben", total: 4, seats: [], subscription });
  await tell(real, subscription, 1);
  const bought = { product_id: "OUTLINE-6", description: "Outliner 6" };
  await inTransaction(service.database.kysely, async (tx) => {
    await insertUpgrades(tx, [
      {
        id: idOf(real, "upgraded"),
        from_license: idOf(real, "plain"),
        ...bought,
        upgrades_available: 2,
        total_seats: 4,
      },
    ]);
    await insertLicenseKeys(tx, [
      {
        key: idOf(real, "KEY"),
        owner: "Ann",
        ...bought,
        seats: 1,
        upgrades_remaining: 0,
        eligible: true,
        license: null,
      },
    ]);
  });
  return { model, real };
}

/** Sends a report about a subscription. Paid periods are numbered; the next one is reported after its invoice is paid. */
async function tell(
  real: Real,
  { quantity, next, isActive }: NonNullable<ModelLicense["subscription"]>,
  period: number,
  sequence = ++real.news,
): Promise<boolean> {
  return tellSubscription(
    service,
    idOf(real, "paid"),
    {
      id: `sub_${real.run}_${real.subscription}`,
      quantity,
      next: next === null ? null : { plan: "OUTLINE-5-SUB-ANNUAL-WEB", quantity: next, at: 4e9 },
      status: isActive ? "active" : "canceled",
      paid_until: real.started + period * 1_000,
    },
    { objectTime: 1, sequence },
  );
}

const outcomeOf = ({ status, body }: Answer): Outcome =>
  status === 200 ? "200" : (`${status} ${body.code}` as Outcome);

/** A token of that person. If the model says that her session ended, first checks that it did. */
async function tokenOf(model: Model, real: Real, name: string): Promise<string> {
  const person = model.people.get(name);
  const held = real.tokens.get(name) ?? "";
  if (person?.hasSession) return held;
  expect(outcomeOf(await service.post("user/", {}, held)), `${name}'s session is over`).toBe("401 1002");
  const [token = ""] = await openSessions(service, nameOf(real, name));
  real.tokens.set(name, token);
  if (person) Object.assign(person, { hasSession: true, session: person.session + 1 });
  return token;
}

const inOrder = (license: ModelLicense): ModelSeat[] =>
  license.seats.toSorted((one, other) => one.createdAt - other.createdAt || one.made - other.made);

interface Shown {
  readonly username: string | null;
  readonly email: string;
  readonly status: string;
}

/** Compares what the license's manager sees with the model. */
async function compare(model: Model, real: Real, licenseName: string): Promise<void> {
  const license = model.licenses.get(licenseName);
  if (!license) return;
  const token = await tokenOf(model, real, license.owner);
  const { body } = await service.get(`registration_seats/${idOf(real, licenseName)}/`, token);
  const shown: Shown[] = body.seats;
  expect(shown.map(({ username, email, status }) => ({ username, email, status }))).toEqual(
    inOrder(license).map(({ username, email, status }) => ({
      username: username === null ? null : nameOf(real, username),
      email: addressOf(real, email),
      status,
    })),
  );
  const managed = await service.post("managed_team_licenses/", {}, token);
  const mine = managed.body.managed_team_licenses.find((one: { id: string }) => one.id === idOf(real, licenseName));
  expect(mine).toMatchObject({
    total_seats: license.total,
    used_seats: license.seats.length,
    invited_seats: license.seats.filter(({ status }) => status === "pending").length,
    renewing_quantity: license.subscription ? rules.renewing(license) : null,
  });
  expect(license.seats.length).toBeLessThanOrEqual(license.total);
}

/** Ids of the seats, in the model's order. */
async function idsOf(real: Real, licenseName: string): Promise<string[]> {
  const rows = await seatsOfLicense(service.database.kysely, idOf(real, licenseName));
  return rows.map(({ id }) => id);
}

/** The secret of the mail that is due now. Deletes other queued mails, which the model does not cover. */
async function secretTo<T>(address: string, read: (service: TestAccounts, address: string) => Promise<T>): Promise<T> {
  await service.database.pool.query(
    `delete from accounts_jobs._private_jobs jobs using accounts_jobs._private_tasks tasks
     where tasks.id = jobs.task_id and tasks.identifier <> 'send-secret'`,
  );
  return read(service, address);
}

/** Compares what a person sees of her own account with the model. */
async function comparePerson(model: Model, real: Real, name: string): Promise<void> {
  const person = model.people.get(name);
  if (!person) return;
  const { body } = await service.post("user/", {}, await tokenOf(model, real, name));
  const isPending = person.pending !== null && person.pending.expiresAt > model.now;
  expect(body.userinfo).toMatchObject({
    email: addressOf(real, person.email),
    pending_email: isPending ? addressOf(real, person.pending?.address ?? "") : null,
    seats: [...model.licenses.values()].flatMap(({ seats }) => seats).filter(({ username }) => username === name)
      .length,
  });
}

/** Applies one command to both. A failure prints the command and its result. */
class Step implements fc.AsyncCommand<Model, Real> {
  readonly #what: string;
  readonly #act: (model: Model, real: Real) => Promise<void>;
  constructor(what: string, act: (model: Model, real: Real) => Promise<void>) {
    this.#what = what;
    this.#act = act;
  }
  check(): boolean {
    return true;
  }
  async run(model: Model, real: Real): Promise<void> {
    // The model has no limits, but some runs make more tries in an hour than the service allows.
    await service.forgetTries();
    await this.#act(model, real);
  }
  toString(): string {
    return this.#what;
  }
}

/** A command of a person with an account; does nothing for other people. */
const personal = (
  what: string,
  name: string,
  act: (context: { model: Model; real: Real; person: ModelPerson; token: string }) => Promise<void>,
): Step =>
  new Step(`${name} ${what}`, async (model, real) => {
    const person = model.people.get(name);
    if (!person) return;
    await act({ model, real, person, token: await tokenOf(model, real, name) });
    await comparePerson(model, real, name);
  });

/** A command on an existing license, by its owner. */
const managing = (
  what: string,
  licenseName: string,
  act: (context: {
    model: Model;
    real: Real;
    license: ModelLicense;
    seats: ModelSeat[];
    ids: string[];
    call: (method: "POST" | "DELETE", body: unknown, rest?: string) => Promise<Outcome>;
  }) => Promise<void>,
): Step =>
  new Step(`${licenseName}: ${what}`, async (model, real) => {
    const license = model.licenses.get(licenseName);
    if (!license) return;
    const ids = await idsOf(real, licenseName);
    const token = await tokenOf(model, real, license.owner);
    const call = async (method: "POST" | "DELETE", body: unknown, rest = ""): Promise<Outcome> =>
      outcomeOf(await service.call(method, `registration_seats/${idOf(real, licenseName)}/${rest}`, { token, body }));
    await act({ model, real, license, seats: inOrder(license), ids, call });
    await compare(model, real, licenseName);
  });

const reset = (token: string | undefined, password: string) =>
  service.post("password_reset/confirm/", { token, new_password: password, new_password_2: password });

const signUp = (name: string, address: string, password: string): Step =>
  new Step(`sign up ${name} at ${address}`, async (model, real) => {
    const email_address = addressOf(real, address);
    const isFree = rules.ownerOf(model, address) === null;
    const expected = rules.signUp(model, name, address, password);
    const started = await service.post("user/verify_email/", { email_address });
    if (!isFree) {
      expect(outcomeOf(started)).toBe(expected);
      return;
    }
    expect(outcomeOf(started)).toBe("200");
    const confirm_key = await secretTo(email_address, mailedKey);
    const confirmed = await service.post("user/verify_email/", { email_address, confirm_key });
    const body = { new_account_name: nameOf(real, name), new_password: password, new_password_2: password };
    const made = await service.post("user/", body, confirmed.body.token.access_token);
    expect(outcomeOf(made)).toBe(expected);
    if (expected === "200") real.tokens.set(name, made.body.token.access_token);
  });

const askReset = (name: string): Step =>
  personal("asks for a reset", name, async ({ model, real, person }) => {
    rules.askReset(model, person);
    const email_address = addressOf(real, person.email);
    expect(outcomeOf(await service.post("password_reset/", { email_address }))).toBe("200");
    real.mailed.get(name)?.resets.push(await secretTo(email_address, mailedToken));
  });

const useReset = (name: string, back: number, password: string): Step =>
  personal(`uses reset link ${back} before the last`, name, async ({ model, real, person }) => {
    const at = person.resets.length - 1 - back;
    const expected = rules.useReset(model, person, at, password);
    expect(outcomeOf(await reset(real.mailed.get(name)?.resets[at] ?? "none", password))).toBe(expected);
  });

const changePassword = (name: string, old: string, password: string): Step =>
  personal("changes the password", name, async ({ person, token }) => {
    const body = { old_password: old, new_password: password, new_password_2: password };
    expect(outcomeOf(await service.post("user/", body, token))).toBe(rules.changePassword(person, old, password));
  });

const signIn = (name: string, password: string): Step =>
  personal("signs in", name, async ({ real, person }) => {
    const answer = await service.post("signin/", { username: nameOf(real, name), password });
    expect(outcomeOf(answer)).toBe(person.password === password ? "200" : "401 1001");
  });

const askEmail = (name: string, address: string): Step =>
  personal(`asks for the address ${address}`, name, async ({ model, real, person, token }) => {
    const old = addressOf(real, person.email);
    const expected = rules.askEmail(model, person, address);
    expect(outcomeOf(await service.post("user/", { new_email_address: addressOf(real, address) }, token))).toBe(
      expected,
    );
    if (expected !== "200") return;
    real.mailed.get(name)?.changes.push(await secretTo(addressOf(real, address), mailedToken));
    real.mailed.get(name)?.undos.push(await secretTo(old, mailedToken));
  });

const confirmEmail = (name: string, link: "newest" | "older"): Step =>
  personal(`confirms by the ${link} link`, name, async ({ model, real, person }) => {
    const token = real.mailed.get(name)?.changes.at(link === "newest" ? -1 : -2) ?? "none";
    const expected = rules.confirmEmail(model, name, person, link);
    expect(outcomeOf(await service.post("user/confirm_email/", { token }))).toBe(expected);
  });

const undoEmail = (name: string, back: number): Step =>
  personal(`undoes change ${back} before the last`, name, async ({ model, real, person }) => {
    const at = person.undos.length - 1 - back;
    const token = real.mailed.get(name)?.undos[at] ?? "none";
    const expected = rules.undoEmail(model, name, person, at);
    expect(outcomeOf(await service.post("user/undo_email/", { token }))).toBe(expected);
  });

const invite = (licenseName: string, addresses: readonly string[]): Step =>
  managing(`invite ${addresses.join(", ")}`, licenseName, async ({ model, real, license, call }) => {
    const expected = rules.invite(model, license, addresses);
    expect(await call("POST", { seats: addresses.map((address) => addressOf(real, address)) })).toBe(expected);
    const rows = await seatsOfLicense(service.database.kysely, idOf(real, licenseName));
    for (const seat of license.seats) {
      const row = rows.find(({ email, reference }) => reference !== null && email === addressOf(real, seat.email));
      if (row?.reference && seat.status === "pending") real.references.set(seat, row.reference);
    }
  });

const accept = (licenseName: string, name: string, nth: number): Step =>
  personal(`accepts invitation ${nth} of ${licenseName}`, name, async ({ model, real, token }) => {
    const license = model.licenses.get(licenseName);
    if (!license) return;
    const open = inOrder(license).filter(({ status }) => status === "pending");
    const seat = open.length > 0 ? open[nth % open.length] : undefined;
    const reference = (seat && real.references.get(seat)) ?? "a-reference-of-nobody";
    const expected = rules.accept(model, name, license, seat);
    expect(outcomeOf(await service.post("user/accept_invite/new/", { reference_id: reference }, token))).toBe(expected);
    // The same reference again: used, or still open for another person.
    if (expected === "200") {
      const again = await service.post("user/accept_invite/new/", { reference_id: reference }, token);
      expect(outcomeOf(again)).toBe("410 12001");
    }
    await compare(model, real, licenseName);
  });

const chosen = <T>(list: readonly T[], picks: readonly number[]): T[] => [
  ...new Set(list.length === 0 ? [] : picks.flatMap((pick) => list[pick % list.length] ?? [])),
];

const resend = (licenseName: string, nth: number): Step =>
  managing(`resend seat ${nth}`, licenseName, async ({ model, license, seats, ids, call }) => {
    const [seat] = chosen(seats, [nth]);
    const [id = "none"] = chosen(ids, [nth]);
    expect(await call("POST", { seats: [id] }, "resend/")).toBe(rules.resend(model, license, seat));
  });

const remove = (licenseName: string, picks: readonly number[]): Step =>
  managing(`remove seats ${picks.join(", ")}`, licenseName, async ({ license, seats, ids, call }) => {
    const body = { seats: chosen(ids, picks).map((id) => ({ id })) };
    expect(await call("DELETE", body)).toBe(rules.remove(license, chosen(seats, picks)));
  });

const mark = (licenseName: string, release: readonly number[], renew: readonly number[]): Step =>
  managing(
    `release ${release.join(", ")}; renew ${renew.join(", ")}`,
    licenseName,
    async ({ license, seats, ids, call }) => {
      const body = { release: chosen(ids, release), renew: chosen(ids, renew) };
      expect(await call("POST", body)).toBe(rules.mark(license, chosen(seats, release), chosen(seats, renew)));
    },
  );

const periods = new WeakMap<Real, number>();
const takeNews = (news: News): Step =>
  managing(`news: ${JSON.stringify(news)}`, "paid", async ({ real, license }) => {
    if (!rules.takeNews(license, news) || !license.subscription) return;
    const period = (periods.get(real) ?? 1) + (news.kind === "renewed" ? 1 : 0);
    periods.set(real, period);
    if (news.kind === "restarted") real.subscription++;
    expect(await tell(real, license.subscription, period)).toBe(true);
    // A repeated report and an older one change nothing.
    expect(await tell(real, { quantity: 1, next: null, isActive: true }, 1, real.news)).toBe(false);
    expect(await tell(real, { quantity: 9, next: null, isActive: false }, period + 5, real.news - 1)).toBe(false);
  });

const register = (name: string, isRightOwner: boolean): Step =>
  personal("registers the key", name, async ({ model, real, token }) => {
    const body = { license_key: idOf(real, "KEY"), license_owner: isRightOwner ? "ANN " : "Bob" };
    expect(outcomeOf(await service.post("register/", body, token))).toBe(rules.register(model, name, isRightOwner));
  });

const upgrade = (picks: readonly number[], unassigned: number): Step =>
  managing(`upgrade seats ${picks.join(", ")} and ${unassigned}`, "plain", async ({ model, real, seats, ids }) => {
    const body = { registration_id: idOf(real, "upgraded"), seats: chosen(ids, picks), unassigned };
    const token = await tokenOf(model, real, "ann");
    const expected = rules.upgrade(model, chosen(seats, picks), unassigned);
    expect(outcomeOf(await service.post("unactivated_registrations/", body, token))).toBe(expected);
    await compare(model, real, "upgraded");
  });

const pass = (hours: number): Step =>
  new Step(`${hours} hours pass`, async (model) => {
    service.clock.advance(hours * 3_600);
    model.now += hours * 3_600;
    for (const person of model.people.values()) person.hasSession = false;
  });

const aName = fc.constantFrom(...names);
// Two addresses are unused at the start, so that several people request the same one.
const anAddress = fc.constantFrom(...names.slice(0, 4), "new", "other");
const aLicense = fc.constantFrom(...licenseNames);
const aPassword = fc.constantFrom(...passwords);
const picks = fc.array(fc.nat({ max: 3 }), { maxLength: 3 });
const back = fc.constantFrom(0, 0, 0, 1);
const news: fc.Arbitrary<News> = fc.oneof(
  fc.record({ kind: fc.constantFrom("more", "fewer_next"), quantity: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ kind: fc.constant("restarted"), quantity: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ kind: fc.constantFrom("renewed", "renewed", "ended") }),
) as fc.Arbitrary<News>;

const step = fc.oneof(
  fc.tuple(aName, anAddress, aPassword).map((given) => signUp(...given)),
  aName.map(askReset),
  fc.tuple(aName, back, aPassword).map((given) => useReset(...given)),
  fc.tuple(aName, aPassword, aPassword).map((given) => changePassword(...given)),
  fc.tuple(aName, aPassword).map((given) => signIn(...given)),
  fc.tuple(aName, anAddress).map((given) => askEmail(...given)),
  fc.tuple(aName, fc.constantFrom("newest", "newest", "older")).map((given) => confirmEmail(...given)),
  fc.tuple(aName, back).map((given) => undoEmail(...given)),
  {
    weight: 3,
    arbitrary: fc.tuple(aLicense, fc.array(anAddress, { minLength: 1, maxLength: 3 })).map((given) => invite(...given)),
  },
  { weight: 3, arbitrary: fc.tuple(aLicense, aName, fc.nat({ max: 3 })).map((given) => accept(...given)) },
  fc.tuple(aLicense, fc.nat({ max: 3 })).map((given) => resend(...given)),
  fc.tuple(aLicense, picks).map((given) => remove(...given)),
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom("paid", "paid", "plain"), picks, picks).map((given) => mark(...given)),
  },
  { weight: 3, arbitrary: news.map(takeNews) },
  fc.tuple(aName, fc.boolean()).map((given) => register(...given)),
  fc.tuple(picks, fc.nat({ max: 2 })).map((given) => upgrade(...given)),
  fc.constantFrom(1, 25, 73, 31 * 24).map(pass),
);

test(`INV-06 R-69 I2 I6 I7 ${RUNS} random lives of ${COMMANDS} commands keep the service equal to a model of it`, async () => {
  // Always this number of commands; shrinking removes those that a failure does not need.
  const life = fc.array(fc.option(step, { freq: 1_000_000 }), { minLength: COMMANDS, maxLength: COMMANDS });
  await fc.assert(
    fc.asyncProperty(life, async (steps) => {
      await fc.asyncModelRun(
        setup,
        steps.filter((each) => each !== null),
      );
    }),
    {
      numRuns: RUNS,
      endOnFailure: false,
      interruptAfterTimeLimit: 600_000,
      markInterruptAsFailure: true,
      ...(MODEL_SEED === undefined ? {} : { seed: Number(MODEL_SEED) }),
      ...(MODEL_PATH === undefined ? {} : { path: MODEL_PATH }),
      reporter: (details) => {
        if (!details.failed) return;
        const left = (details.counterexample?.[0] ?? []).filter((each) => each !== null).map(String);
        const again = `MODEL_SEED=${details.seed} MODEL_PATH=${details.counterexamplePath ?? ""}`;
        throw new Error(`${again}\n${left.join("\n")}`, { cause: details.errorInstance });
      },
    },
  );
  const faults = await service.database.pool.query("select * from seat_count_faults");
  expect(faults.rows).toEqual([]);
});
