import { expect, test } from "vitest";
import { account, contractSystem, refusalOf } from "./contract-system.ts";

const system = contractSystem([
  ...["maria", "hugo", "ines", "otto"].map((name) => account(name)),
  {
    type: "license",
    id: "perpetual",
    owners: ["maria"],
    product_id: "DIAGRAM-6",
    description: "Diagrammer Oak 6",
    total_seats: 4,
    upgrades_remaining: 4,
    key: "DGM6-AAAA",
    key_owner: "Maria Example",
  },
  { type: "seat", id: "seat-4", license: "perpetual", username: "hugo" },
  { type: "seat", id: "seat-5", license: "perpetual", username: "ines" },
  {
    type: "upgrade",
    id: "upg-1",
    from_license: "perpetual",
    product_id: "DIAGRAM-7",
    description: "Diagrammer Oak 7",
    upgrades_available: 2,
    total_seats: 4,
  },
  {
    type: "license_key",
    key: "OUT4-FREE-0001",
    owner: "Ines Example",
    product_id: "OUTLINE-4-LEGACY",
    description: "Outlinear 4",
    seats: 1,
    upgrades_remaining: 1,
  },
  {
    type: "license_key",
    key: "OUT2-OLD-0001",
    owner: "Ines Example",
    product_id: "OUTLINE-2-LEGACY",
    description: "Outlinear 2",
    eligible: false,
  },
]);

test("ACC-11 LEGACY-02 a key registers once, for its owner, with the documented refusals", async () => {
  const ines = await system.tokenOf("ines");
  const otto = await system.tokenOf("otto");
  const register = (token: string, key: string, owner: string) =>
    system.post("register/", token, { license_key: key, license_owner: owner });
  expect(refusalOf(await register(ines, "OUT4-FREE-0001", "Somebody Else"))).toEqual([422, 10200]);
  expect(refusalOf(await register(ines, "NO-SUCH-KEY", "Ines Example"))).toEqual([422, 10200]);
  expect(refusalOf(await register(ines, "OUT2-OLD-0001", "Ines Example"))).toEqual([422, 10204]);
  const good = await register(ines, "OUT4-FREE-0001", " ines example ");
  expect(good.body).toMatchObject({
    status: "success",
    registration: { description: "Outlinear 4", seats: 1, upgrades_remaining: 1, key: "OUT4-FREE-0001" },
  });
  const other = await register(otto, "OUT4-FREE-0001", "Ines Example");
  expect(refusalOf(other)).toEqual([422, 10201]);
  expect(other.body.messages).toEqual(other.body.errors);
});

test("ACC-15 ACC-16 UPGRADE-05 activating moves the chosen seats and keeps holders and ids", async () => {
  const token = await system.tokenOf("maria");
  const listed = await system.foyer.call("GET", "/api/1.1/unactivated_registrations/", { token });
  const [entry] = listed.body;
  expect(entry).toMatchObject({
    registration_id: "upg-1",
    upgrade_name: "Diagrammer Oak 7",
    from_name: "Diagrammer Oak 6",
    upgrades_available: 2,
    total_seats: 4,
  });
  expect(entry.seats).toContainEqual({ id: "seat-4", user: "hugo", email: "hugo@example.com" });
  const activate = (seats: string[], unassigned: number) =>
    system.post("unactivated_registrations/", token, { registration_id: "upg-1", seats, unassigned });
  expect(refusalOf(await activate(["seat-4", "seat-5"], 1))).toEqual([422, 13001]);
  expect(refusalOf(await activate(["seat-4"], 0))).toEqual([422, 13002]);
  expect(refusalOf(await activate(["seat-4", "seat-1"], 0))).toEqual([422, 13003]);
  expect((await activate(["seat-4"], 1)).body).toMatchObject({ status: "success", seats_moved: 1, unassigned: 1 });
  const moved = await system.foyer.call("GET", "/api/1.1/registration_seats/upg-1/", { token });
  expect(moved.body.seats.map((seat: { id: string }) => seat.id)).toEqual(["seat-4"]);
  const { body } = await system.post("managed_team_licenses/", token);
  const byId = Object.fromEntries(
    body.managed_team_licenses.map((one: { id: string; total_seats: number }) => [one.id, one.total_seats]),
  );
  expect([byId["upg-1"], byId["perpetual"]]).toEqual([2, 2]);
});
