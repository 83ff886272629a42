import type { RaisedLimit } from "@foyer/domain/activations";
import { expect, test } from "vitest";
import { displacedDevices } from "./check-devices.ts";
import { checkImport } from "./check-import.ts";
import { type KnownDevices, noDevices } from "./known-rows.ts";
import { parseImport } from "./parse.ts";
import type { Known } from "./picture.ts";
import { emptyKnown } from "./testing/empty-known.ts";

const now = new Date("2026-11-21T12:00:00Z");
const soon = new Date("2026-11-25T12:00:00Z");
const rules = { counts: "seat", limit: 2, offlineDays: 30, freesPer30Days: 2 } as const;

/** A database with a license of one seat, which `ada` holds. */
const knownWith = (devices: Partial<KnownDevices>): Known => ({
  ...emptyKnown,
  accounts: new Map([["ada", { email: "ada@a.example", state: 100, customer_ids: [] }]]),
  licenses: new Map([
    ["lic", { product_id: "TASK-3", total_seats: 1, used_seats: 1, key: null, owners: ["ada"], subscription_id: null }],
  ]),
  seats: new Set(["s-1"]),
  seated: new Set(["lic ada", "lic ada@a.example"]),
  devices: { ...noDevices, heldSeats: new Map([["lic ada", "s-1"]]), ...devices },
});

const device = (id: string, more: object = {}) => ({
  type: "activation",
  id,
  license: "lic",
  username: "ada",
  fingerprint: `fingerprint-of-${id}`,
  ...more,
});
/** A device as an export writes it. */
const exported = (id: string, more: object = {}) =>
  device(id, {
    fingerprint: null,
    fingerprint_hash: id.padEnd(43, "h"),
    fingerprint_key: `key:v1:0123abcd:${"s".repeat(60)}`,
    seat: "s-1",
    ...more,
  });

function check(lines: readonly object[], devices: Partial<KnownDevices> = {}) {
  const parsed = parseImport(
    lines.map((line) => JSON.stringify(line)),
    now,
  );
  const terms = { now, sandbox: true, plans: new Map(), activationRules: () => rules };
  const { faults, picture, imported, skipped } = checkImport(parsed, knownWith(devices), terms);
  return {
    faults: faults.map(({ line, field }) => `${line} ${field}`),
    imported,
    skipped,
    displaced: [...displacedDevices(picture)],
  };
}

const live = { license_id: "lic", seat_id: "s-1", ended_at: null, offline_until: null };
const leaving = { ...live, ended_at: now, offline_until: soon };

test("WAL-20 devices of a file take the places that the database's devices leave", () => {
  expect(check([device("a"), device("b")]).faults).toEqual([]);
  expect(check([device("a"), device("b"), device("c")]).faults).toEqual(["3 license"]);
  expect(check([device("a"), device("b")], { taken: [live] }).faults).toEqual(["2 license"]);
  expect(check([device("a"), device("b")], { taken: [leaving] }).faults).toEqual(["2 license"]);
  const over = { ...leaving, offline_until: now };
  expect(check([device("a"), device("b")], { taken: [over] }).faults).toEqual([]);
  const ended = device("c", { ended: "-5d" });
  expect(check([device("a"), device("b"), ended]).faults).toEqual([]);
});

test("WAL-20 a limit that staff raised counts until its day", () => {
  const three = [device("a"), device("b"), device("c")];
  const raised = (until: Date): ReadonlyMap<string, RaisedLimit> => new Map([["lic", { limit: 3, until }]]);
  expect(check(three, { raisedLimits: raised(soon) }).faults).toEqual([]);
  expect(check(three, { raisedLimits: raised(now) }).faults).toEqual(["3 license"]);
});

test("WAL-20 exported devices without seat or place are imported as ended, and an ended one with a file still counts", () => {
  const beyond = check([exported("a"), exported("b"), exported("c")]);
  expect([beyond.faults, beyond.displaced]).toEqual([[], ["c"]]);
  const leavingFirst = exported("a", { ended: "-1d", offline_until: "+5d" });
  const behindFile = check([leavingFirst, exported("b"), exported("c")]);
  expect([behindFile.faults, behindFile.displaced]).toEqual([[], ["c"]]);
  const otherSeat = check([exported("a", { seat: "s-old" })]);
  expect([otherSeat.faults, otherSeat.displaced]).toEqual([[], ["a"]]);
  // The file of a displaced device keeps its place.
  const withFile = check([exported("a", { seat: "s-old", offline_until: "+5d" }), device("b"), device("c")]);
  expect([withFile.faults, withFile.displaced]).toEqual([["3 license"], ["a"]]);
});

test("WAL-20 known devices are skipped, and only files with devices count them", () => {
  const again = check([device("a"), device("b")], { ids: new Set(["a"]) });
  expect([again.imported.activation, again.skipped.activation]).toEqual([1, 1]);
  expect(Object.keys(check([]).imported)).not.toContain("activation");
});

test("WAL-15 WAL-20 a device works offline for no longer than any file is good, so that it keeps its place for no longer", () => {
  const days = (count: number) => ({ offline_until: `+${count}d` });
  expect(check([device("a", days(365))]).faults).toEqual([]);
  expect(check([device("a", days(366))]).faults).toEqual(["1 offline_until"]);
  expect(check([device("a", { ...days(27_000), ended: "-1d" })]).faults).toEqual(["1 offline_until"]);
  // An export comes from this installation or from another, whose clock may have been ahead.
  expect(check([exported("a", days(366))]).faults).toEqual([]);
});
