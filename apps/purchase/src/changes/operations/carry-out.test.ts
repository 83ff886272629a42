import { expect, test } from "vitest";
import type { Deps } from "../../deps.ts";
import { ProviderFailure } from "../../stripe/provider-failure.ts";
import { carryOut, type Steps } from "./carry-out.ts";

const HOUR_MS = 3_600_000;
const begun = new Date("2026-11-01T00:00:00Z");

const silence = new ProviderFailure("unavailable", "no answer");
const answered = new ProviderFailure("unavailable", "500", { isAnswered: true });
const refused = new ProviderFailure("invalid", "no such thing");

interface Tried {
  readonly once?: Steps<string>["once"];
  readonly attempts?: number;
  /** Hours since the operation began. */
  readonly hours?: number;
  /** What the provider has at each lookup, in order. */
  readonly found?: readonly (string | null)[];
  readonly sends?: ProviderFailure;
  readonly completes?: ProviderFailure;
}

/** Runs one try. Returns its steps in order, and the error that it ended with. */
async function tried({ once, attempts = 1, hours = 0, found = [], sends, completes }: Tried) {
  const steps: string[] = [];
  const looks = [...found];
  const deps = { clock: { now: () => new Date(begun.getTime() + hours * HOUR_MS) }, log: { error: () => undefined } };
  // Only these dependencies are used.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const work = carryOut<string>(
    deps as unknown as Deps,
    { id: "one", attempts, created_at: begun },
    {
      ...(once ? { once } : {}),
      find: async () => {
        steps.push("find");
        return looks.shift() ?? null;
      },
      send: async () => {
        steps.push("send");
        if (sends) throw sends;
        return "made";
      },
      complete: async (made) => {
        steps.push(`complete ${made}`);
        if (completes) throw completes;
      },
      fail: async () => void steps.push("fail"),
    },
  );
  const thrown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  return { steps, thrown };
}

test("R-60 R-61 the result carries the operation's id: a repeat looks for it first, and sends only if it does not exist", async () => {
  expect(await tried({})).toEqual({ steps: ["send", "complete made"], thrown: null });
  expect((await tried({ attempts: 2, found: ["there"] })).steps).toEqual(["find", "complete there"]);
  expect((await tried({ attempts: 2 })).steps).toEqual(["find", "send", "complete made"]);
  expect((await tried({ attempts: 2, found: ["over"] })).steps).toEqual(["find", "fail"]);
});

test("R-60 R-61 once the provider has forgotten the key nothing is sent: the result exists, or the change was not made", async () => {
  for (const once of ["mark", "key"] as const) {
    expect((await tried({ once, hours: 24, found: ["there"] })).steps).toEqual(["find", "complete there"]);
    expect((await tried({ once, hours: 24 })).steps).toEqual(["find", "fail"]);
    expect((await tried({ once, hours: 22, attempts: 2 })).steps.at(-1)).toBe("complete made");
  }
  expect((await tried({ once: "nothing", hours: 240, attempts: 90 })).steps).toEqual(["send", "complete made"]);
});

test("R-61 a lost answer is looked up; without a trace it stays unknown for some tries, and then counts as not made", async () => {
  expect((await tried({ sends: silence, found: ["there"] })).steps).toEqual(["send", "find", "complete there"]);
  expect(await tried({ sends: silence })).toEqual({ steps: ["send", "find"], thrown: silence });
  expect((await tried({ once: "key", sends: silence, attempts: 7 })).thrown).toBe(silence);
  expect((await tried({ once: "key", sends: silence, attempts: 8 })).steps).toEqual(["send", "find", "fail"]);
  expect((await tried({ once: "key", sends: answered, attempts: 3 })).steps).toEqual(["send", "find", "fail"]);
  expect((await tried({ once: "nothing", sends: silence, attempts: 90 })).thrown).toBe(silence);
  expect((await tried({ sends: refused })).steps).toEqual(["send", "find", "fail"]);
});

test("R-61 what the provider accepted is never ended as failed: if it cannot be stored now, it stays unknown", async () => {
  for (const once of ["mark", "key", "nothing"] as const) {
    const { steps, thrown } = await tried({ once, completes: silence });
    expect([steps, thrown]).toEqual([["send", "complete made"], silence]);
  }
  expect((await tried({ attempts: 2, found: ["there"], completes: refused })).thrown).toBe(refused);
});
