import { expect, test } from "vitest";
import { account, contractSystem, refusalOf } from "./contract-system.ts";

const system = contractSystem([
  ...["ines", "maria", "mona", "paul", "sara", "rosa", "milo", "hugo", "bill"].map((name) => account(name)),
  // Each test has its own license and people.
  {
    type: "license",
    id: "all-or-nothing",
    owners: ["ines"],
    product_id: "PLAN-4",
    description: "Plotline 4",
    total_seats: 20,
  },
  {
    type: "license",
    id: "too-few",
    owners: ["maria"],
    product_id: "PLAN-4",
    description: "Plotline 4",
    total_seats: 2,
  },
  { type: "seat", id: "seat-1", license: "too-few", username: "hugo" },
  { type: "license", id: "invited", owners: ["mona"], product_id: "PLAN-4", description: "Plotline 4", total_seats: 3 },
  {
    type: "seat",
    id: "seat-2",
    license: "invited",
    email: "newcomer@example.com",
    reference: "ref-newcomer-0001",
    created: "-2d",
  },
  { type: "license", id: "shared", owners: ["sara"], product_id: "PLAN-4", description: "Plotline 4", total_seats: 2 },
  { type: "license", id: "resent", owners: ["rosa"], product_id: "PLAN-4", description: "Plotline 4", total_seats: 2 },
  {
    type: "license",
    id: "renewing",
    owners: ["milo"],
    product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
    description: "Outlinear 5",
    total_seats: 5,
  },
  { type: "subscription", license: "renewing", quantity: 3, current_period_end: "+20d", tax_percent: 8.5 },
  { type: "seat", id: "seat-3", license: "renewing", username: "milo", created: "-200d" },
  { type: "seat", id: "seat-4", license: "renewing", username: "hugo", status: "expiring", created: "-100d" },
  {
    type: "license",
    id: "ended",
    owners: ["hugo"],
    product_id: "OUTLINE-5-SUB-MONTHLY-WEB",
    description: "Outlinear 5",
    total_seats: 2,
  },
  { type: "subscription", license: "ended", status: "canceled", card: null },
  {
    type: "license",
    id: "large",
    owners: ["bill"],
    product_id: "PLAN-4",
    description: "Plotline 4",
    total_seats: 2200,
  },
]);

test("ACC-19 ACC-20 inviting is all or nothing, and names the faulty addresses", async () => {
  const token = await system.tokenOf("ines");
  const invalid = await system.post("registration_seats/all-or-nothing/", token, {
    seats: "a@example.com, nonsense\nb@example.com",
  });
  expect(refusalOf(invalid)).toEqual([422, 12006]);
  expect(invalid.body.invalid_emails).toEqual(["nonsense"]);
  expect((await system.foyer.call("GET", "/api/1.1/registration_seats/all-or-nothing/", { token })).body.seats).toEqual(
    [],
  );
  const good = await system.foyer.call("POST", "/api/1.1/registration_seats/all-or-nothing/", {
    token,
    form: { seats: "a@example.com, A@Example.com b@example.com" },
  });
  expect(good.status).toBe(200);
  expect(good.body).toMatchObject({ status: "success", invalid_emails: [], emails_not_sent: [] });
  expect(good.body.seats.map((seat: { email: string }) => seat.email)).toEqual(["a@example.com", "b@example.com"]);
  expect(good.body.seats[0]).toMatchObject({
    status: "pending",
    username: null,
    short_url: expect.stringContaining(`${system.foyer.url}/i/`),
  });
  const again = await system.post("registration_seats/all-or-nothing/", token, { seats: "a@example.com" });
  expect(again.body.seats).toHaveLength(2);
  expect((await system.foyer.mails("a@example.com"))[0]?.text).toContain(system.foyer.url);
});

test("ACC-19 not enough seats is 409 12003 and invites no one", async () => {
  const token = await system.tokenOf("maria");
  const answer = await system.post("registration_seats/too-few/", token, {
    seats: "x1@example.com,x2@example.com",
  });
  expect(refusalOf(answer)).toEqual([409, 12003]);
  expect((await system.foyer.call("GET", "/api/1.1/registration_seats/too-few/", { token })).body.seats).toHaveLength(
    1,
  );
});

test("INV-05 ACC-09 the mailed reference can be previewed, accepted once, and not used again", async () => {
  const preview = await system.foyer.call("GET", "/api/1.1/invitations/ref-newcomer-0001/");
  expect(preview.body).toMatchObject({
    description: "Plotline 4",
    manager_email: "mona@example.com",
    expires_date: expect.any(String),
  });
  const token = await system.tokenOf("paul");
  const accepted = await system.foyer.call("POST", "/api/1.1/user/accept_invite/new/", {
    token,
    form: { reference_id: "ref-newcomer-0001" },
  });
  expect(accepted.body).toMatchObject({ status: "success", registration_id: "invited", description: "Plotline 4" });
  expect(refusalOf(await system.post("user/accept_invite/new/", token, { reference_id: "ref-newcomer-0001" }))).toEqual(
    [410, 12001],
  );
  expect(refusalOf(await system.post("user/accept_invite/new/", token, { reference_id: "short" }))).toEqual([
    410, 12001,
  ]);
  expect(refusalOf(await system.foyer.call("GET", "/api/1.1/invitations/ref-newcomer-0001/"))).toEqual([410, 12001]);
  const { body } = await system.post("seats/", token, { show_personal_seats: false });
  expect(body.seats[0]).toMatchObject({ registration_id: "invited", seats: [{ username: "paul", status: "active" }] });
});

test("the short URL redirects to the invitation", async () => {
  const token = await system.tokenOf("sara");
  const { body } = await system.post("registration_seats/shared/", token, { seats: "short@example.com" });
  const seat = body.seats.find((one: { email: string }) => one.email === "short@example.com");
  const answer = await fetch(seat.short_url, { redirect: "manual" });
  expect(answer.headers.get("location")).toMatch(/\/confirm-invite\/\?ref=[\w-]{11,64}$/);
});

test("resend keeps the reference, removal frees the seat and reports unknown seats", async () => {
  const token = await system.tokenOf("rosa");
  const invited = await system.post("registration_seats/resent/", token, { seats: "resend@example.com" });
  const seat = invited.body.seats.find((one: { email: string }) => one.email === "resend@example.com");
  const sent = await system.post("registration_seats/resent/resend/", token, { seats: [seat.id] });
  expect(sent.body).toMatchObject({ status: "success", emails_not_sent: [] });
  await system.foyer.mails("resend@example.com", 2);
  expect(refusalOf(await system.post("registration_seats/resent/resend/", token, { seats: ["nope"] }))).toEqual([
    422, 12005,
  ]);
  const removed = await system.foyer.call("DELETE", "/api/1.1/registration_seats/resent/", {
    token,
    json: { seats: [seat, { id: "nope", email: "n@example.com" }] },
  });
  expect(removed.status).toBe(200);
  expect(removed.body.seats.map((one: { id: string }) => one.id)).not.toContain(seat.id);
  expect(removed.body.invalid_seats).toEqual([{ id: "nope", email: "n@example.com" }]);
  expect(removed.body.message).toEqual(expect.any(String));
});

test("ACC-21 releasing and renewing is all or nothing and never exceeds the renewing quantity", async () => {
  const token = await system.tokenOf("milo");
  const seats = "registration_seats/renewing/";
  expect(refusalOf(await system.post(seats, token, { release: ["seat-3", "nope"], renew: [] }))).toEqual([422, 12005]);
  const released = await system.post(seats, token, { release: ["seat-3"], renew: [] });
  expect(released.body.seats.find((one: { id: string }) => one.id === "seat-3").status).toBe("expiring");
  const renewed = await system.post(seats, token, { release: [], renew: ["seat-3"] });
  expect(renewed.body.seats.find((one: { id: string }) => one.id === "seat-3").status).toBe("active");
});

test("an ended license refuses inviting with 409 12008", async () => {
  expect(
    refusalOf(await system.post("registration_seats/ended/", await system.tokenOf("hugo"), { seats: "x@example.com" })),
  ).toEqual([409, 12008]);
});

test("INV-06 2,200 addresses are invited in one call, and one more is refused", async () => {
  const token = await system.tokenOf("bill");
  const addresses = Array.from({ length: 2200 }, (_, index) => `bulk${index}@example.com`).join("\n");
  const answer = await system.post("registration_seats/large/", token, { seats: addresses });
  expect([answer.status, answer.body.seats?.length]).toEqual([200, 2200]);
  const more = await system.post("registration_seats/large/", token, { seats: "one.more@example.com" });
  expect(refusalOf(more)).toEqual([409, 12003]);
});
