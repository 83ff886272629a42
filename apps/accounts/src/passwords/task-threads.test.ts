import { expect, test } from "vitest";
import type { HashTask } from "./hash-thread.ts";
import { passwordHasher } from "./password-hasher.ts";
import { TaskThreads } from "@foyer/service-kit/task-threads";

const ending = new URL("../testing/ending-thread.ts", import.meta.url);
const threadsOf = (script: URL) => new TaskThreads<HashTask, string | boolean>(script, "password hash");
const task = (password: string) => ({ work: "verify", password, stored: "" }) as const;

test("R-09 many hashes are shared equally by the allowed number of threads", async () => {
  const threads = threadsOf(ending);
  const computed = await Promise.all(Array.from({ length: 20 }, () => threads.compute(task("one of many"), 2)));
  expect([...Map.groupBy(computed, String).values()].map((share) => share.length)).toEqual([10, 10]);
  expect(new Set([...computed, await threads.compute(task("later"), 2)]).size).toBe(2);
});

test("R-09 a caller limited to one hash at a time uses one thread", async () => {
  const threads = threadsOf(ending);
  await Promise.all(Array.from({ length: 4 }, () => threads.compute(task("sign-in"), 2)));
  const imported = await Promise.all(Array.from({ length: 4 }, () => threads.compute(task("import"), 1)));
  expect(new Set(imported).size).toBe(1);
});

test("R-09 a thread that ends fails its tasks with the reason; the next hash gets a new thread", async () => {
  const threads = threadsOf(ending);
  const before = await threads.compute(task("one"), 1);
  const held = await Promise.allSettled([threads.compute(task("end"), 1), threads.compute(task("behind it"), 1)]);
  expect(held.map((one) => one.status === "rejected" && String(one.reason))).toEqual(
    Array.from({ length: 2 }, () => "Error: No password hash: no memory left."),
  );
  const after = await Promise.all([threads.compute(task("two"), 1), threads.compute(task("three"), 1)]);
  expect(after[0]).not.toBe(before);
  expect(after[1]).toBe(after[0]);
});

test("R-09 a failed hash rejects only its own request", async () => {
  const threads = threadsOf(new URL("./hash-thread.ts", import.meta.url));
  const unreadable = threads.compute({ work: "verify", password: "x", stored: "$argon2id$v=19$m=1" }, 1);
  const hashed = threads.compute({ work: "hash", password: "x", options: { algorithm: 2, memoryCost: 64 } }, 1);
  await expect(unreadable).rejects.toThrow(/^No password hash: ./);
  expect(await passwordHasher().verify(String(await hashed), "x")).toBe(true);
});
