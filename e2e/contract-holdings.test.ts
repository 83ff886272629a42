import { expect, test } from "vitest";
import { account, contractSystem, refusalOf } from "./contract-system.ts";

const system = contractSystem([
  ...["maria", "hugo", "ines", "otto"].map((name) => account(name)),
  {
    type: "license",
    id: "team",
    owners: ["maria"],
    product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
    description: "Outlinear 5",
    total_seats: 5,
  },
  { type: "subscription", license: "team", quantity: 3, current_period_end: "+20d", tax_percent: 8.5 },
  { type: "seat", id: "seat-1", license: "team", username: "maria", created: "-200d" },
  { type: "seat", id: "seat-2", license: "team", username: "hugo", status: "expiring", created: "-100d" },
  {
    type: "seat",
    id: "seat-3",
    license: "team",
    email: "newcomer@example.com",
    reference: "ref-newcomer-0001",
    created: "-2d",
  },
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
    type: "license",
    id: "ended",
    owners: ["hugo"],
    product_id: "OUTLINE-5-SUB-MONTHLY-WEB",
    description: "Outlinear 5",
    total_seats: 2,
  },
  { type: "subscription", license: "ended", status: "canceled", card: null },
  { type: "seat", id: "seat-6", license: "ended", username: "hugo" },
  { type: "license", id: "lent", owners: ["maria"], product_id: "TASK-3", description: "Tasklight 3" },
  { type: "seat", id: "seat-7", license: "lent", username: "otto" },
  {
    type: "license",
    id: "trial",
    owners: ["maria"],
    product_id: "TASK-3-TRIAL",
    description: "Tasklight 3",
    total_seats: 3,
    expires_date: "+14d",
  },
  { type: "license", id: "big", owners: ["ines"], product_id: "PLAN-4", description: "Plotline 4", total_seats: 2200 },
]);

test("ACC-12 managed licenses carry the counts, and subscription keys only with a subscription", async () => {
  const { body } = await system.post("managed_team_licenses/", await system.tokenOf("maria"));
  const byId = new Map<string, Record<string, unknown>>(
    body.managed_team_licenses.map((one: { id: string }) => [one.id, one]),
  );
  expect([...byId.keys()].toSorted()).toEqual(["lent", "perpetual", "team", "trial"]);
  expect(byId.get("team")).toMatchObject({
    registration_id: "team",
    subscription_state: "active",
    cancel_at_period_end: false,
    total_seats: 5,
    used_seats: 3,
    invited_seats: 1,
    available_seats: 2,
    renewing_quantity: 3,
    product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
  });
  expect(byId.get("perpetual")).toMatchObject({
    total_seats: 4,
    used_seats: 2,
    renewing_quantity: null,
    expiration_date: null,
  });
  expect(byId.get("perpetual")).not.toHaveProperty("subscription_id");
  expect(byId.get("perpetual")).not.toHaveProperty("subscription_state");
  expect(byId.get("team")).not.toHaveProperty("seats");
  expect(byId.get("lent")?.["seats"]).toEqual([
    { id: "seat-7", username: "otto", email: "otto@example.com", status: "active", short_url: null },
  ]);
});

test("ACC-13 purchases are the licenses that the caller owns", async () => {
  const { body } = await system.post("purchases/", await system.tokenOf("maria"));
  const perpetual = body.purchases.find((one: { registration_id: string }) => one.registration_id === "perpetual");
  expect(perpetual).toMatchObject({
    description: "Diagrammer Oak 6",
    seats: 4,
    upgrades_remaining: 4,
    type: "perpetual",
    key: "DGM6-AAAA",
    owner: "Maria Example",
    product_id: "DIAGRAM-6",
    upgrade_eligible_registration: null,
  });
  expect(perpetual).not.toHaveProperty("subscription_id");
});

test("ACC-14 seats are those that the caller holds, without ended licenses", async () => {
  const { body } = await system.post("seats/", await system.tokenOf("hugo"), { show_personal_seats: false });
  expect(body.seats.map((one: { registration_id: string }) => one.registration_id).toSorted()).toEqual([
    "perpetual",
    "team",
  ]);
  expect(body.seats[0]).toMatchObject({
    purchase_type: expect.any(String),
    owners: ["maria@example.com"],
    seats: [{ email: "hugo@example.com" }],
  });
  const owned = await system.post("seats/", await system.tokenOf("ines"), { show_personal_seats: true });
  expect(owned.body.seats.map((one: { registration_id: string }) => one.registration_id)).toContain("big");
});

test("R-39 another person's license answers as one that does not exist", async () => {
  const token = await system.tokenOf("otto");
  for (const id of ["team", "no-such-license"]) {
    expect(refusalOf(await system.foyer.call("GET", `/api/1.1/registration_seats/${id}/`, { token }))).toEqual([
      404, 2004,
    ]);
    expect(refusalOf(await system.post(`registration_seats/${id}/`, token, { seats: "x@example.com" }))).toEqual([
      404, 2004,
    ]);
  }
});
