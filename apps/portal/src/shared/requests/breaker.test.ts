import { beforeEach, expect, test, vi } from "vitest";
import { Breaker } from "./breaker.ts";

let now = 0;
let sent: string[] = [];
let mayAnswer = 0;
let breaker: Breaker;

beforeEach(() => {
  vi.useFakeTimers();
  [now, sent, mayAnswer] = [0, [], 0];
  breaker = new Breaker(
    () => (mayAnswer += 1),
    () => now,
  );
  return () => vi.useRealTimers();
});

/** Makes a call whose service answers with a status; 0 is no answer. */
async function ask(name: string, status: number, headers: Record<string, string> = {}): Promise<Response | null> {
  const send = async () => {
    sent.push(name);
    if (status === 0) throw new TypeError("no answer");
    return new Response(name, { status, headers });
  };
  return await breaker.spare(name, send).catch(() => null);
}

async function pass(ms: number): Promise<void> {
  now += ms;
  await vi.advanceTimersByTimeAsync(ms);
}

test.each([503, 0])(
  "LOOK-05 a page that asks on and on sends at most ten calls a minute to a service that answers %i",
  async (status) => {
    for (let quarter = 0; quarter < 240; quarter++) {
      await Promise.all(["a", "b", "c", "d", "e"].map((name) => ask(name, status)));
      await pass(250);
    }
    expect(sent.length).toBeLessThanOrEqual(10);
    await pass(20_000);
    expect((await ask("a", 200))?.status).toBe(200);
    expect((await ask("b", 200))?.status).toBe(200);
  },
);

test("LOOK-05 during a pause the last answer is repeated, with the rest of its retry-after, also if a person asks", async () => {
  await ask("a", 503, { "retry-after": "20" });
  await pass(5_000);
  breaker.endPauses();
  const again = await ask("a", 200);
  expect([again?.status, again?.headers.get("retry-after"), await again?.text()]).toEqual([503, "15", "a"]);
  await pass(15_000);
  expect([mayAnswer, (await ask("a", 200))?.status, sent.length]).toEqual([1, 200, 2]);
});

test("LOOK-05 a person who asks ends a pause that the service has not asked for", async () => {
  for (let at = 0; at < 3; at++) {
    await ask("a", 503);
    await pass(2_000);
  }
  expect([(await ask("a", 200))?.status, sent.length]).toEqual([503, 3]);
  breaker.endPauses();
  expect((await ask("a", 200))?.status).toBe(200);
});

test("LOOK-05 after a pause one call tries the service, and the others wait for its outcome", async () => {
  const names = ["a", "b", "c", "d"];
  await Promise.all(names.map((name) => ask(name, 503)));
  await pass(400);
  await Promise.all(names.map((name) => ask(name, 503)));
  expect(sent).toHaveLength(5);
  await pass(800);
  const answers = await Promise.all(names.map((name) => ask(name, 200)));
  expect(answers.map((answer) => answer?.status)).toEqual([200, 200, 200, 200]);
  expect(sent).toHaveLength(9);
});

test("LOOK-05 one call that fails does not keep others from a service that answers", async () => {
  await Promise.all([ask("a", 503), ask("b", 200), ask("c", 429, { "retry-after": "60" }), ask("d", 500)]);
  const answers = await Promise.all(["a", "b", "c", "d", "e"].map((name) => ask(name, 200)));
  expect(answers.map((answer) => answer?.status)).toEqual([503, 200, 429, 200, 200]);
});

test("LOOK-05 each call may be made again after its own pause, also if another one is no longer needed", async () => {
  await ask("left", 503);
  await pass(400);
  expect(mayAnswer).toBe(1);
  await ask("shown", 503);
  await pass(299);
  expect(mayAnswer).toBe(1);
  await pass(1);
  expect(mayAnswer).toBe(2);
});

test("a call that the page ended itself is no failure of the service", async () => {
  const ended = breaker.spare("a", () => Promise.reject(new DOMException("left", "AbortError")));
  await expect(ended).rejects.toThrow("left");
  expect((await ask("a", 200))?.status).toBe(200);
});
