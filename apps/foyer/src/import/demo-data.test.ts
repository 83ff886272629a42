import { expect, test } from "vitest";
import { demoSignIns } from "../../../../brand/demo-sign-ins.ts";
import { checkImport } from "@foyer/import-file/check-import";
import { demoFile } from "./load-demo.ts";
import { linesOf, parseImport } from "@foyer/import-file/parse";
import { now, terms } from "./testing/import-deps.ts";
import { emptyKnown as empty } from "../../../../packages/import-file/src/testing/empty-known.ts";

const file = await demoFile();
const { faults, picture } = checkImport(parseImport(linesOf(file), now), empty, terms);

test("the demo data load into an empty database at any time", () => {
  expect(faults).toEqual([]);
  const leapDay = new Date("2028-02-29T23:59:59Z");
  const around = { ...terms, now: leapDay };
  expect(checkImport(parseImport(linesOf(file), leapDay), empty, around).faults).toEqual([]);
});

test("each person on the printed list can sign in", () => {
  const accounts = new Map(picture.fresh.account.map((line) => [line.key, line.fields]));
  for (const { username, password } of demoSignIns) {
    expect(accounts.get(username)?.password, username).toBe(password);
    expect(accounts.get(username)?.state ?? 100, username).toBe(100);
  }
});

test("the demo contains the people that a visitor wants to see", () => {
  const seatsOf = (license: string) => picture.fresh.seat.filter(({ fields }) => fields.license === license).length;
  const totalOf = (license: string) => picture.newLicenses.get(license)?.total_seats;
  const subscriptions = new Map(picture.fresh.subscription.map((line) => [line.key, line.fields]));
  expect([totalOf("lic-brightwell"), seatsOf("lic-brightwell")]).toEqual([25, 18]);
  expect(subscriptions.has("lic-brightwell")).toBe(true);
  expect(totalOf("lic-harbourline")).toBe(2200);
  const large = picture.fresh.seat.filter(({ fields }) => fields.license === "lic-harbourline");
  expect(Map.groupBy(large, ({ fields }) => fields.status ?? (fields.email ? "pending" : "active")).size).toBe(3);
  const expiring = large.filter(({ fields }) => fields.status === "expiring").length;
  expect(large.length - expiring).toBeLessThanOrEqual(subscriptions.get("lic-harbourline")?.quantity ?? 0);
  expect(subscriptions.has("lic-studio-elm")).toBe(false);
  expect(totalOf("lic-studio-elm")).toBeGreaterThan(1);
  expect(new Set([...subscriptions.values()].map(({ status }) => status ?? "active"))).toEqual(
    new Set(["active", "past_due", "canceled"]),
  );
  expect(picture.fresh.account.some(({ fields }) => fields.is_staff)).toBe(true);
  expect(picture.fresh.account.some(({ fields }) => fields.state === 300)).toBe(true);
  expect(picture.fresh.license_key.some(({ fields }) => fields.license === null)).toBe(true);
  expect(picture.fresh.upgrade.length).toBe(1);
});
