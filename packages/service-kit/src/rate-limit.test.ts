import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { fixedClock } from "./clock.ts";
import { Refusal } from "./errors.ts";
import { clientNetwork, rateLimiter } from "./rate-limit.ts";
import { accountsDatabase } from "./testing/test-service.ts";

const { open } = await accountsDatabase();
const first = open();
const instances = [first, open()];
beforeEach(() => sql`delete from rate_limits`.execute(first.kysely));

test("R-06 of a hundred concurrent tries on two instances exactly the limit passes", async () => {
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
});

function twoLimiters(line?: Parameters<typeof rateLimiter>[3]) {
  const clock = fixedClock(new Date("2026-11-20T09:30:00Z"));
  const [one, other] = instances.map((database) => rateLimiter(database, clock, true, line));
  if (!one || !other) throw new Error("there are two");
  return { one, other, clock };
}

const five = { limit: 5, windowSeconds: 600 };

test("R-07 open tries count against the limit, and a successful one lets a waiting one run", async () => {
  const { one, other } = twoLimiters();
  const open = await Promise.all([one, other, one, other, one].map((limiter) => limiter.begin("try:office", five)));
  let isIn = false;
  const sixth = other.begin("try:office", five).then((opened) => {
    isIn = true;
    return opened;
  });
  await open[0]?.failed();
  await other.begin("try:elsewhere", five);
  expect(isIn).toBe(false);
  await open[1]?.giveBack();
  await (await sixth).failed();
  for (const each of open.slice(2)) await each.failed();
  await expect(one.begin("try:office", five)).rejects.toMatchObject({
    refusal: "rate.limited",
    retryAfterSeconds: 600,
  });
  // A try that was reported as failed is taken back only once.
  await open[2]?.giveBack();
  await open[2]?.giveBack();
  await (await one.begin("try:office", five)).failed();
  await expect(one.begin("try:office", five)).rejects.toMatchObject({ refusal: "rate.limited" });
});

test("R-07 tries that find the queue full, or wait too long, are refused with a short retry time", async () => {
  const { one } = twoLimiters({ places: 2, waitMs: 100, everyMs: 10 });
  for (let each = 0; each < 5; each++) await one.begin("try:office", five);
  const waiting = Array.from({ length: 4 }, () => one.begin("try:office", five));
  for (const outcome of await Promise.allSettled(waiting)) {
    expect(outcome).toMatchObject({
      status: "rejected",
      reason: { refusal: "service.unavailable", retryAfterSeconds: 2 },
    });
  }
});

test("R-07 open tries of a dead process do not count; its failures do", async () => {
  const { one, other, clock } = twoLimiters();
  await (await one.begin("try:office", five)).failed();
  for (let each = 0; each < 4; each++) await one.begin("try:office", five);
  clock.advance(31);
  for (let each = 0; each < 4; each++) await (await other.begin("try:office", five)).failed();
  await expect(other.begin("try:office", five)).rejects.toMatchObject({
    refusal: "rate.limited",
    retryAfterSeconds: 569,
  });
});

test("R-48 a subject of any length and any characters is counted, and its kind is readable", async () => {
  const database = open();
  const limiter = rateLimiter(database, fixedClock(new Date("2026-11-20T09:30:00Z")), true);
  const once = { limit: 1, windowSeconds: 60 };
  const texts = [
    "",
    "maria",
    "\u0000",
    "\ud800",
    randomBytes(40_000).toString("hex"),
    randomBytes(500_000).toString("hex"),
  ];
  for (const text of texts) {
    await limiter.take(`mail-to:${text}`, once);
    await expect(limiter.take(`mail-to:${text}`, once)).rejects.toMatchObject({ refusal: "rate.limited" });
  }
  const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(database.kysely);
  expect(rows.map(({ key }) => key)).toEqual(texts.map(() => expect.stringMatching(/^mail-to:[\da-f]{64}$/)));
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
  ["203.0.113.7:52114", "203.0.113.7"],
  ["[2001:db8:0:1::5]:443", "2001:db8:0:1::/64"],
  ["[2001:db8:0:1::5]", "2001:db8:0:1::/64"],
  ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:CB00:7107", "203.0.113.7"],
  [" 203.0.113.7", "203.0.113.7"],
  ["unix:", "unknown"],
  ["x".repeat(5_000), "unknown"],
])("R-07 %s counts as %s", (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
