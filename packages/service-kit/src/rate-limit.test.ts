import { testDatabase } from "@foyer/testing/database";
import { expect, test } from "vitest";
import { fixedClock } from "./clock.ts";
import { openDatabase } from "./db.ts";
import { Refusal } from "./errors.ts";
import { clientNetwork, rateLimiter } from "./rate-limit.ts";

test("R-06 a hundred parallel tries over two instances let just the limit through", async () => {
  const { url, close } = await testDatabase();
  const instances = [1, 2].map(() => openDatabase<never>({ url, role: "foyer_accounts", schema: "accounts" }));
  const clock = fixedClock(new Date("2026-11-20T09:30:00Z"));
  const limiters = instances.map((database) => rateLimiter(database, clock, true));
  const limit = { limit: 10, windowSeconds: 900 };
  const tries = Array.from({ length: 50 }, () =>
    limiters.map((limiter) => limiter.take("sign-in:maria", limit)),
  ).flat();
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  for (const outcome of outcomes) {
    if (outcome.status !== "rejected") continue;
    expect(outcome.reason).toBeInstanceOf(Refusal);
    expect(outcome.reason).toMatchObject({ refusal: "rate.limited", retryAfterSeconds: 900 });
  }
  clock.advance(901);
  await limiters[0]?.take("sign-in:maria", limit);
  await Promise.all(instances.map((database) => database.close()));
  await close();
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:203.0.113.7", "203.0.113.7"],
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["2001:DB8:0:1::5", "2001:db8:0:1::/64"],
  ["2001:db8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"],
  ["2001:0db8:0000:0001::1", "2001:db8:0:1::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("R-07 %s counts as %s", (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
