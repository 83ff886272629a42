import { type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** The accounts service as a stranger meets it: over HTTP, with the product started by its command line. */
let foyer: RunningSystem;

const account = (username: string, more: object = {}) => ({
  type: "account",
  username,
  email: `${username}@example.com`,
  password: `river-stone-${username}`,
  ...more,
});

const lines = [
  ...["maria", "hugo", "ines", "otto", "paul"].map((name) => account(name)),
  account("gone", { state: 300 }),
  account("merged", { state: 301 }),
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
];

beforeAll(async () => {
  foyer = await startFoyer({ lines });
});
afterAll(() => foyer.close());

const post = (address: string, token: string | undefined, json: unknown = {}) =>
  foyer.call("POST", `/api/1.1/${address}`, { ...(token ? { token } : {}), json });
const tokenOf = (username: string): Promise<string> => foyer.signIn(username, `river-stone-${username}`);
const refusalOf = (answer: { status: number; body: { code?: unknown } }) => [answer.status, answer.body.code];

describe("sessions", () => {
  test("ACC-01 SIGNIN-07 signing in answers token and userinfo, and says no more than it must", async () => {
    const { status, body } = await foyer.call("POST", "/api/1.1/signin/", {
      form: { username: "Maria", password: "river-stone-maria" },
    });
    expect(status).toBe(200);
    expect(body.token).toMatchObject({ token_type: "Bearer", expires_in: 900, refresh_expires_in: 604_800 });
    expect(body.userinfo).toMatchObject({
      username: "maria",
      email: "maria@example.com",
      pending_email: null,
      is_staff: false,
      account_state: 100,
    });
    expect(body.userinfo.customer_id).toHaveLength(1);
    const wrong = await post("signin/", undefined, { username: "maria", password: "x" });
    const unknown = await post("signin/", undefined, { username: "nobody", password: "x" });
    expect(refusalOf(wrong)).toEqual([401, 1001]);
    expect(unknown.body).toEqual(wrong.body);
    const closed = await post("signin/", undefined, { username: "gone", password: "river-stone-gone" });
    expect(refusalOf(closed)).toEqual([403, 1004]);
    expect(closed.body.userinfo.account_state).toBe(300);
    expect(refusalOf(await post("signin/", undefined, { username: "gone", password: "wrong" }))).toEqual([401, 1001]);
    expect(refusalOf(await post("signin/", undefined, { username: "maria" }))).toEqual([422, 4000]);
  });

  test("ACC-02 R-15 a refresh spends its token; a repeat soon after ends nothing, a late one ends the session", async () => {
    const { body: first } = await post("signin/", undefined, { username: "otto", password: "river-stone-otto" });
    const { body: second, status } = await post("refresh/", undefined, { refresh_token: first.token.refresh_token });
    expect(status).toBe(200);
    expect(second.userinfo.username).toBe("otto");
    const repeat = await post("refresh/", undefined, { refresh_token: first.token.refresh_token });
    expect([200, 409]).toContain(repeat.status);
    const newest = repeat.status === 200 ? repeat.body : second;
    expect((await post("user/", newest.token.access_token)).status).toBe(200);
    await foyer.advance(11);
    const late = await post("refresh/", undefined, { refresh_token: first.token.refresh_token });
    expect(refusalOf(late)).toEqual([401, "invalid_grant"]);
    expect(refusalOf(await post("user/", newest.token.access_token))).toEqual([401, 1002]);
    expect(refusalOf(await post("refresh/", undefined, { refresh_token: "unknown" }))).toEqual([401, "invalid_grant"]);
  });

  test("ACC-03 signing out kills both tokens", async () => {
    const { body } = await post("signin/", undefined, { username: "otto", password: "river-stone-otto" });
    const token = String(body.token.access_token);
    expect((await foyer.call("GET", "/api/1.1/signout/", { token })).body).toMatchObject({ status: "success" });
    expect(refusalOf(await post("user/", token))).toEqual([401, 1002]);
    expect((await post("refresh/", undefined, { refresh_token: body.token.refresh_token })).status).toBe(401);
  });

  test("ACC-04 userinfo needs a token", async () => {
    expect((await post("user/", await tokenOf("maria"))).body.userinfo.username).toBe("maria");
    expect(refusalOf(await post("user/", undefined))).toEqual([401, 1002]);
    expect(refusalOf(await post("user/", "nonsense"))).toEqual([401, 1002]);
  });
});

describe("what a person holds", () => {
  test("ACC-12 managed licenses carry the counts, and subscription keys only with a subscription", async () => {
    const { body } = await post("managed_team_licenses/", await tokenOf("maria"));
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
    const { body } = await post("purchases/", await tokenOf("maria"));
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
    const { body } = await post("seats/", await tokenOf("hugo"), { show_personal_seats: false });
    expect(body.seats.map((one: { registration_id: string }) => one.registration_id).toSorted()).toEqual([
      "perpetual",
      "team",
    ]);
    expect(body.seats[0]).toMatchObject({
      purchase_type: expect.any(String),
      owners: ["maria@example.com"],
      seats: [{ email: "hugo@example.com" }],
    });
    const owned = await post("seats/", await tokenOf("ines"), { show_personal_seats: true });
    expect(owned.body.seats.map((one: { registration_id: string }) => one.registration_id)).toContain("big");
  });

  test("R-39 another person's license answers as one that does not exist", async () => {
    const token = await tokenOf("otto");
    for (const id of ["team", "no-such-license"]) {
      expect(refusalOf(await foyer.call("GET", `/api/1.1/registration_seats/${id}/`, { token }))).toEqual([404, 2004]);
      expect(refusalOf(await post(`registration_seats/${id}/`, token, { seats: "x@example.com" }))).toEqual([
        404, 2004,
      ]);
    }
  });
});

describe("seats and invitations", () => {
  test("ACC-19 ACC-20 inviting is all or nothing, and names what is wrong", async () => {
    const token = await tokenOf("ines");
    const invalid = await post("registration_seats/big/", token, { seats: "a@example.com, nonsense\nb@example.com" });
    expect(refusalOf(invalid)).toEqual([422, 12006]);
    expect(invalid.body.invalid_emails).toEqual(["nonsense"]);
    expect((await foyer.call("GET", "/api/1.1/registration_seats/big/", { token })).body.seats).toEqual([]);
    const good = await foyer.call("POST", "/api/1.1/registration_seats/big/", {
      token,
      form: { seats: "a@example.com, A@Example.com b@example.com" },
    });
    expect(good.status).toBe(200);
    expect(good.body).toMatchObject({ status: "success", invalid_emails: [], emails_not_sent: [] });
    expect(good.body.seats.map((seat: { email: string }) => seat.email)).toEqual(["a@example.com", "b@example.com"]);
    expect(good.body.seats[0]).toMatchObject({
      status: "pending",
      username: null,
      short_url: expect.stringContaining(`${foyer.url}/i/`),
    });
    const again = await post("registration_seats/big/", token, { seats: "a@example.com" });
    expect(again.body.seats).toHaveLength(2);
    expect((await foyer.mails("a@example.com"))[0]?.text).toContain(foyer.url);
  });

  test("ACC-19 not enough seats is 409 12003 and invites nobody", async () => {
    const token = await tokenOf("maria");
    const answer = await post("registration_seats/team/", token, {
      seats: "x1@example.com,x2@example.com,x3@example.com",
    });
    expect(refusalOf(answer)).toEqual([409, 12003]);
    expect((await foyer.call("GET", "/api/1.1/registration_seats/team/", { token })).body.seats).toHaveLength(3);
  });

  test("INV-05 ACC-09 the mailed reference is previewed, accepted once, and dead afterwards", async () => {
    const preview = await foyer.call("GET", "/api/1.1/invitations/ref-newcomer-0001/");
    expect(preview.body).toMatchObject({
      description: "Outlinear 5",
      manager_email: "maria@example.com",
      expires_date: expect.any(String),
    });
    const token = await tokenOf("paul");
    const accepted = await foyer.call("POST", "/api/1.1/user/accept_invite/new/", {
      token,
      form: { reference_id: "ref-newcomer-0001" },
    });
    expect(accepted.body).toMatchObject({ status: "success", registration_id: "team", description: "Outlinear 5" });
    expect(refusalOf(await post("user/accept_invite/new/", token, { reference_id: "ref-newcomer-0001" }))).toEqual([
      410, 12001,
    ]);
    expect(refusalOf(await post("user/accept_invite/new/", token, { reference_id: "short" }))).toEqual([410, 12001]);
    expect(refusalOf(await foyer.call("GET", "/api/1.1/invitations/ref-newcomer-0001/"))).toEqual([410, 12001]);
    const { body } = await post("seats/", token, { show_personal_seats: false });
    expect(body.seats[0]).toMatchObject({ registration_id: "team", seats: [{ username: "paul", status: "active" }] });
  });

  test("the short URL leads to the invitation", async () => {
    const token = await tokenOf("ines");
    const { body } = await post("registration_seats/big/", token, { seats: "short@example.com" });
    const seat = body.seats.find((one: { email: string }) => one.email === "short@example.com");
    const answer = await fetch(seat.short_url, { redirect: "manual" });
    expect(answer.headers.get("location")).toMatch(/\/confirm-invite\/\?ref=[\w-]{11,64}$/);
  });

  test("resend keeps the reference, removal frees the seat and reports what it does not know", async () => {
    const token = await tokenOf("ines");
    const invited = await post("registration_seats/big/", token, { seats: "resend@example.com" });
    const seat = invited.body.seats.find((one: { email: string }) => one.email === "resend@example.com");
    const sent = await post("registration_seats/big/resend/", token, { seats: [seat.id] });
    expect(sent.body).toMatchObject({ status: "success", emails_not_sent: [] });
    await foyer.mails("resend@example.com", 2);
    expect(refusalOf(await post("registration_seats/big/resend/", token, { seats: ["nope"] }))).toEqual([422, 12005]);
    const removed = await foyer.call("DELETE", "/api/1.1/registration_seats/big/", {
      token,
      json: { seats: [seat, { id: "nope", email: "n@example.com" }] },
    });
    expect(removed.status).toBe(200);
    expect(removed.body.seats.map((one: { id: string }) => one.id)).not.toContain(seat.id);
    expect(removed.body.invalid_seats).toEqual([{ id: "nope", email: "n@example.com" }]);
    expect(removed.body.message).toEqual(expect.any(String));
  });

  test("ACC-21 releasing and renewing is all or nothing and never beyond what renews", async () => {
    const token = await tokenOf("maria");
    const seats = "registration_seats/team/";
    expect(refusalOf(await post(seats, token, { release: ["seat-1", "nope"], renew: [] }))).toEqual([422, 12005]);
    const released = await post(seats, token, { release: ["seat-1"], renew: [] });
    expect(released.body.seats.find((one: { id: string }) => one.id === "seat-1").status).toBe("expiring");
    const renewed = await post(seats, token, { release: [], renew: ["seat-1"] });
    expect(renewed.body.seats.find((one: { id: string }) => one.id === "seat-1").status).toBe("active");
  });

  test("an ended license refuses inviting with 409 12008", async () => {
    expect(
      refusalOf(await post("registration_seats/ended/", await tokenOf("hugo"), { seats: "x@example.com" })),
    ).toEqual([409, 12008]);
  });

  test("INV-06 2,200 addresses in one call answer within 2 s", async () => {
    const token = await tokenOf("ines");
    const { body } = await foyer.call("GET", "/api/1.1/registration_seats/big/", { token });
    const free = 2200 - body.seats.length;
    const addresses = Array.from({ length: free }, (_, index) => `bulk${index}@example.com`).join("\n");
    const started = performance.now();
    const answer = await post("registration_seats/big/", token, { seats: addresses });
    const took = performance.now() - started;
    expect([answer.status, answer.body.seats?.length]).toEqual([200, 2200]);
    expect(took).toBeLessThan(2_000);
    expect(refusalOf(await post("registration_seats/big/", token, { seats: "one.more@example.com" }))).toEqual([
      409, 12003,
    ]);
  });
});

describe("keys and upgrades", () => {
  test("ACC-11 LEGACY-02 a key registers once, for its owner, with the documented refusals", async () => {
    const ines = await tokenOf("ines");
    const otto = await tokenOf("otto");
    const register = (token: string, key: string, owner: string) =>
      post("register/", token, { license_key: key, license_owner: owner });
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

  test("ACC-15 ACC-16 UPGRADE-05 activating moves the chosen seats with holders and ids", async () => {
    const token = await tokenOf("maria");
    const listed = await foyer.call("GET", "/api/1.1/unactivated_registrations/", { token });
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
      post("unactivated_registrations/", token, { registration_id: "upg-1", seats, unassigned });
    expect(refusalOf(await activate(["seat-4", "seat-5"], 1))).toEqual([422, 13001]);
    expect(refusalOf(await activate(["seat-4"], 0))).toEqual([422, 13002]);
    expect(refusalOf(await activate(["seat-4", "seat-1"], 0))).toEqual([422, 13003]);
    expect((await activate(["seat-4"], 1)).body).toMatchObject({ status: "success", seats_moved: 1, unassigned: 1 });
    const moved = await foyer.call("GET", "/api/1.1/registration_seats/upg-1/", { token });
    expect(moved.body.seats.map((seat: { id: string }) => seat.id)).toEqual(["seat-4"]);
    const { body } = await post("managed_team_licenses/", token);
    const byId = Object.fromEntries(
      body.managed_team_licenses.map((one: { id: string; total_seats: number }) => [one.id, one.total_seats]),
    );
    expect([byId["upg-1"], byId["perpetual"]]).toEqual([2, 2]);
  });
});

describe("people", () => {
  test("ACC-08 ACC-10 ACC-07 REG-05 signing up in three steps", async () => {
    const email_address = "fresh@example.com";
    expect((await post("user/verify_email/", undefined, { email_address })).body).toEqual({ results: "success" });
    const [mail] = await foyer.mails(email_address);
    const key =
      mail?.text
        .split("\n")
        .find((line) => /^\S{8,}$/.test(line.trim()))
        ?.trim() ?? "";
    expect(
      refusalOf(await post("user/verify_email/", undefined, { email_address, confirm_key: "wrong-key-1" })),
    ).toEqual([422, 11001]);
    const verified = await post("user/verify_email/", undefined, { email_address, confirm_key: key });
    expect(verified.body).toMatchObject({ results: "success", token: { access_token: expect.any(String) } });
    const token = String(verified.body.token.access_token);
    expect(refusalOf(await post("managed_team_licenses/", token))).toEqual([401, 1002]);
    expect((await post("accountnamevalid/", undefined, { account_name: " Fresh Name " })).body).toEqual({
      valid: true,
      account_name: "freshname",
    });
    expect((await post("accountnamevalid/", undefined, { account_name: "maria" })).body).toMatchObject({
      valid: false,
      errors: [{ code: 3025 }],
    });
    expect((await post("accountnamevalid/", undefined, { account_name: "a$b" })).body).toMatchObject({
      valid: false,
      errors: [{ code: 3026 }],
    });
    const complete = (name: string, one: string, two: string) =>
      post("user/", token, { new_account_name: name, new_password: one, new_password_2: two });
    expect(refusalOf(await complete("maria", "green-door-77", "green-door-77"))).toEqual([422, 3025]);
    expect(refusalOf(await complete("freshname", "short", "short"))).toEqual([422, 3023]);
    expect(refusalOf(await complete("freshname", "green-door-77", "green-door-78"))).toEqual([422, 3024]);
    const done = await complete("freshname", "green-door-77", "green-door-77");
    expect(done.body).toMatchObject({
      status: "success",
      updated_attributes: ["account_name", "password"],
      userinfo: { username: "freshname", email: email_address },
    });
    expect((await post("user/", String(done.body.token.access_token))).status).toBe(200);
    expect(refusalOf(await post("user/verify_email/", undefined, { email_address }))).toEqual([422, 11010]);
  });

  test("ACC-05 EMAIL-03 a new address takes effect when it is confirmed, and the old one can undo", async () => {
    const token = await tokenOf("otto");
    expect(refusalOf(await post("user/", token, { new_email_address: "nonsense" }))).toEqual([422, 3019]);
    expect(refusalOf(await post("user/", token, { new_email_address: "otto@example.com" }))).toEqual([422, 3020]);
    expect(refusalOf(await post("user/", token, { new_email_address: "maria@example.com" }))).toEqual([422, 11010]);
    const asked = await post("user/", token, { new_email_address: "otto.new@example.com" });
    expect(asked.body).toMatchObject({
      status: "success",
      updated_attributes: ["email_address"],
      userinfo: { email: "otto@example.com", pending_email: "otto.new@example.com" },
    });
    const [mail] = await foyer.mails("otto.new@example.com");
    const link = /https?:\/\/\S+[?&]token=([\w-]+)/.exec(mail?.text ?? "");
    expect(link?.[0].startsWith(foyer.url)).toBe(true);
    await foyer.mails("otto@example.com");
    const confirmed = await post("user/confirm_email/", undefined, { token: link?.[1] });
    expect(confirmed.body).toMatchObject({ status: "success", email: "otto.new@example.com" });
    expect(refusalOf(await post("user/confirm_email/", undefined, { token: link?.[1] }))).toEqual([410, 3021]);
  });

  test("R-18 an old session needs the password again for a new address", async () => {
    const { body } = await post("signin/", undefined, { username: "paul", password: "river-stone-paul" });
    const token = String(body.token.access_token);
    await foyer.advance(301);
    expect(refusalOf(await post("user/", token, { new_email_address: "paul.new@example.com" }))).toEqual([403, 2002]);
    expect(
      refusalOf(await post("user/", token, { new_email_address: "paul.new@example.com", password: "wrong" })),
    ).toEqual([422, 3022]);
    expect(
      (await post("user/", token, { new_email_address: "paul.new@example.com", password: "river-stone-paul" })).status,
    ).toBe(200);
  });

  test("ACC-06 PASSWORD-03 a new password ends the other sessions and keeps this one", async () => {
    const here = await tokenOf("hugo");
    const elsewhere = await tokenOf("hugo");
    const change = (old_password: string, one: string, two = one) =>
      post("user/", here, { old_password, new_password: one, new_password_2: two });
    expect(refusalOf(await change("wrong", "blue-window-9"))).toEqual([422, 3022]);
    expect(refusalOf(await change("river-stone-hugo", "password"))).toEqual([422, 3023]);
    expect(refusalOf(await change("river-stone-hugo", "blue-window-9", "blue-window-8"))).toEqual([422, 3024]);
    expect((await change("river-stone-hugo", "blue-window-9")).body).toMatchObject({
      status: "success",
      updated_attributes: ["password"],
    });
    expect((await post("user/", here)).status).toBe(200);
    expect(refusalOf(await post("user/", elsewhere))).toEqual([401, 1002]);
    await foyer.signIn("hugo", "blue-window-9");
  });

  test("ACC-17 PWRESET-04 the mailed link sets a password once and ends all sessions", async () => {
    const token = await tokenOf("ines");
    expect(refusalOf(await post("password_reset/", undefined, { email_address: "nobody@example.com" }))).toEqual([
      422, 3027,
    ]);
    expect((await post("password_reset/", undefined, { email_address: "INES@example.com" })).body).toEqual({
      results: "success",
    });
    const [mail] = await foyer.mails("ines@example.com");
    const link = new RegExp(`${foyer.url}/password-reset\\?token=([\\w-]+)`).exec(mail?.text ?? "");
    const confirm = (secret: unknown, one: string, two = one) =>
      post("password_reset/confirm/", undefined, { token: secret, new_password: one, new_password_2: two });
    expect(refusalOf(await confirm(link?.[1], "quiet-forest-5", "quiet-forest-6"))).toEqual([422, 3024]);
    expect((await confirm(link?.[1], "quiet-forest-5")).body).toEqual({ results: "success" });
    expect(refusalOf(await confirm(link?.[1], "quiet-forest-7"))).toEqual([410, 3028]);
    expect(refusalOf(await post("user/", token))).toEqual([401, 1002]);
    await foyer.signIn("ines", "quiet-forest-5");
  });

  test("ACC-18 SYNC-05 the reset deletes that account's files and no other's, and says when it failed", async () => {
    const put = (place: string) => fetch(`${foyer.url}/sandbox/sync/${place}`, { method: "PUT", body: "data" });
    const get = async (place: string) => (await fetch(`${foyer.url}/sandbox/sync/${place}`)).status;
    await put("maria/tasks/one.json");
    await put("paul/tasks/one.json");
    const token = await tokenOf("maria");
    await foyer.call("POST", "/sandbox/sync", { json: { fail: true } });
    expect(refusalOf(await post("user/dav/reset/", token))).toEqual([502, 14001]);
    await foyer.call("POST", "/sandbox/sync", { json: { fail: false } });
    expect((await post("user/dav/reset/", token)).body).toEqual({ status: "success" });
    expect([await get("maria/tasks/one.json"), await get("paul/tasks/one.json")]).toEqual([404, 200]);
  });
});
