import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type PasswordHasher, passwordHasher } from "../passwords/password-hasher.ts";
import { makeAccounts } from "../testing/factories.ts";
import { startAccounts, type TestAccounts } from "../testing/test-accounts.ts";

vi.setConfig({ testTimeout: 300_000 });

const real = passwordHasher();
/** What a service would do that looks a name up and stops when nobody has it. */
const hasty: PasswordHasher = {
  ...real,
  verify: async (stored, password) => stored !== null && real.verify(stored, password),
};

let careful: TestAccounts;
let careless: TestAccounts;
beforeAll(async () => {
  careful = await startAccounts();
  careless = await startAccounts({ passwords: hasty });
  for (const service of [careful, careless]) {
    await makeAccounts(
      service,
      "open",
      { username: "closed", state: 300 },
      { username: "unset", email: "unset@example.com", passwordHash: null },
    );
  }
});
afterAll(async () => {
  await careful.close();
  await careless.close();
});

const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;

/** How likely one of the first takes longer than one of the second: 0.5 where nobody could tell them apart, 1 where everybody can. */
function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  let wins = 0;
  for (const one of first) for (const other of second) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (first.length * second.length);
}

/** Milliseconds of that many refused sign-ins by known and by unknown names, in turns, so that a busy machine slows both. */
async function refusals(service: TestAccounts, count: number, known: readonly string[]) {
  const times = { known: [] as number[], unknown: [] as number[] };
  const once = async (username: string): Promise<number> => {
    await service.forgetTries();
    const start = performance.now();
    const { status, body } = await service.post("signin/", { username, password: "not-the-password" });
    const took = performance.now() - start;
    expect([status, body.code]).toEqual([401, 1001]);
    return took;
  };
  for (const name of [...known, "warm", "warmer"]) await once(name);
  for (let at = 0; at < count; at++) {
    const tries: [keyof typeof times, string][] = [
      ["known", known[at % known.length] ?? ""],
      ["unknown", `nobody${at}`],
    ];
    // Who comes first changes, too.
    for (const [kind, name] of at % 2 === 0 ? tries : tries.toReversed()) times[kind].push(await once(name));
  }
  return times;
}

/** How far apart the two are, each as a share of what nobody could notice: 1 and less is unnoticeable. */
async function differences(count: number): Promise<{ order: number; medians: number }> {
  const { known, unknown } = await refusals(careful, count, ["open", "open", "closed", "unset"]);
  // On a busy machine every figure is larger, and so is its noise.
  const noticeableMs = Math.max(5, 0.1 * median(unknown));
  return {
    order: Math.abs(areaUnderCurve(known, unknown) - 0.5) / 0.1,
    medians: Math.abs(median(known) - median(unknown)) / noticeableMs,
  };
}

test("R-04 by the time of 200 refusals nobody tells known names from unknown ones: open, closed and without a password", async () => {
  let found = await differences(200);
  // A difference that is there is there each time; what a busy machine does is not.
  for (let again = 0; again < 2 && Math.max(found.order, found.medians) > 1; again++) found = await differences(200);
  expect(found.order).toBeLessThanOrEqual(1);
  expect(found.medians).toBeLessThanOrEqual(1);
});

test("R-04 the same measure tells them apart where an unknown name costs no hash", async () => {
  const { known, unknown } = await refusals(careless, 30, ["open", "closed"]);
  expect(areaUnderCurve(known, unknown)).toBeGreaterThan(0.9);
});
