import { beforeAll, describe, expect, test } from "vitest";
import { makeAccounts, makeLicense, makeSeats, password, signIn, tellSubscription } from "../testing/factories.ts";
import { changeAddress } from "../testing/restores.ts";
import { type Answer, refusal, serviceCredential, startAccounts, testAccounts } from "../testing/test-accounts.ts";

const service = testAccounts({ instances: 2 });
let staff: string;
const reason = "customer asked by phone";
/** An act of staff with a reason. */
const act = (path: string, body: object = {}, token = staff): Promise<Answer> =>
  service.post(`admin/${path}`, { reason, ...body }, token);
const actsOn = async (name: string) => (await service.get(`admin/acts/?target=account:${name}`, staff)).body.acts;
const tokenOf = async (name: string): Promise<string> => (await signIn(service, name)).access;

beforeAll(async () => {
  await makeAccounts(
    service,
    { username: "staff", is_staff: true },
    { username: "reader", right: "read" },
    { username: "helper", right: "support" },
    "maria",
    "hugo",
    { username: "marius", customer_ids: ["cus_77"] },
    { username: "anna", email: "anna@bigcorp.example" },
    { username: "paul", email: "paul@bigcorp.example" },
  );
  await makeLicense(service, { id: "Team-1", owners: ["maria"], key: "KEY-AAAA-1" });
  await makeSeats(service, "Team-1", "hugo", "invited@example.com");
  await tellSubscription(service, "Team-1");
  staff = await tokenOf("staff");
});

const found = async (q: string): Promise<unknown[]> =>
  (await service.get(`admin/search/?q=${encodeURIComponent(q)}`, staff)).body.results.map(
    (hit: { kind: string; id: string; account?: string; license?: string }) => [hit.kind, hit.account ?? hit.license],
  );

describe("permissions", () => {
  test("ROLE-04 R-45 every call of the area is not found for a customer", async () => {
    const maria = await tokenOf("maria");
    for (const { endpoint } of service.services[0]?.routes ?? []) {
      if (!endpoint.path.includes("/admin/")) continue;
      const path = endpoint.path.replaceAll(/:\w+/g, "maria");
      const answer = await service.call(endpoint.method, path, { token: maria, body: { reason } });
      expect([endpoint.name, ...refusal(answer)]).toEqual([endpoint.name, 404, 2004]);
      expect((await service.call(endpoint.method, path, { body: { reason } })).status).toBe(401);
    }
  });

  test("ROLE-04 a staff member can use her rights, and calls for other rights are not found", async () => {
    const reader = await tokenOf("reader");
    expect((await service.get("admin/accounts/maria/", reader)).status).toBe(200);
    expect(refusal(await act("accounts/hugo/end_sessions/", {}, reader))).toEqual([404, 2004]);
    const helper = await tokenOf("helper");
    expect((await act("accounts/hugo/end_sessions/", {}, helper)).status).toBe(200);
    expect(refusal(await act("accounts/hugo/rights/", { rights: [] }, helper))).toEqual([404, 2004]);
    // Only an administrator may change another staff member's account.
    expect(refusal(await act("accounts/staff/state/", { account_state: 300 }, helper))).toEqual([403, 2001]);
  });

  test("R-12 without the sandboxes, staff without a second factor have customer rights", async () => {
    const strict = await startAccounts({ sandbox: false });
    await makeAccounts(strict, { username: "staff", is_staff: true });
    const { access } = await signIn(strict, "staff");
    expect(refusal(await strict.get("admin/search/?q=staff", access))).toEqual([404, 2004]);
    expect((await strict.post("user/", {}, access)).body.userinfo.username).toBe("staff");
    await strict.close();
  });

  test("R-44 removed rights end with the next request, on every instance", async () => {
    await makeAccounts(service, { username: "leaver", is_staff: true });
    const leaver = await tokenOf("leaver");
    expect((await service.call("GET", "admin/acts/", { token: leaver, instance: 1 })).status).toBe(200);
    const view = await act("accounts/hugo/view/", {}, leaver);
    expect((await act("accounts/leaver/rights/", { rights: [] })).status).toBe(200);
    const after = await service.call("GET", "admin/acts/", { token: leaver, instance: 1 });
    expect(refusal(after)).toEqual([401, 1002]);
    expect(refusal(await service.get("admin/acts/", await tokenOf("leaver")))).toEqual([404, 2004]);
    expect(refusal(await service.post("user/", {}, view.body.token.access_token))).toEqual([401, 1002]);
  });

  test("R-18 changing rights and addresses requires a password proof of the last five minutes", async () => {
    const token = await tokenOf("staff");
    await service.database.kysely
      .updateTable("sessions")
      .set({ proved_at: new Date(service.clock.now().getTime() - 301_000) })
      .execute();
    const body = { reason, new_email_address: "new@example.com" };
    expect(refusal(await service.post("admin/accounts/hugo/email/", body, token))).toEqual([403, 2002]);
    expect((await service.post("admin/accounts/hugo/email/", { ...body, preview: true }, token)).body.applied).toBe(
      false,
    );
    await askedByPurchase(token);
    staff = await tokenOf("staff");
  });

  /** The purchase service requires the same proof of the same session for acts of staff that move money. */
  async function askedByPurchase(token: string): Promise<void> {
    const asked = (path: string, body: object) => service.post(`internal/${path}/`, body, serviceCredential);
    const { sub, session_id } = (await asked("introspect", { token })).body;
    const proof = (more: object = {}) => asked("proof", { sub, session_id, ip: "192.0.2.1", ...more });
    expect(refusal(await proof())).toEqual([403, 2002]);
    expect(refusal(await proof({ password: "guessed by somebody" }))).toEqual([422, 3022]);
    expect(refusal(await proof())).toEqual([403, 2002]);
    expect((await proof({ password: password })).body).toEqual({ status: "success" });
    expect((await proof()).body).toEqual({ status: "success" });
    // Another account's session proves nothing.
    const other = (await asked("introspect", { token: await tokenOf("helper") })).body;
    expect(refusal(await proof({ session_id: other.session_id }))).toEqual([401, 1002]);
  }
});

describe("search", () => {
  test.each([
    ["MARI", ["account", "maria"], ["account", "marius"]],
    ["marius@example.com", ["account", "marius"]],
    ["@bigcorp.example", ["account", "anna"], ["account", "paul"]],
    ["bigcorp", ["account", "anna"], ["account", "paul"]],
    ["bigc", ["account", "anna"], ["account", "paul"]],
    ["corp"],
    ["team-1", ["license", "maria"]],
    ["key-aaaa", ["license", "maria"]],
    ["sub_Team-1", ["subscription", "Team-1"]],
    ["cus_77", ["customer", "marius"]],
    ["invited@", ["seat", "Team-1"]],
    ["Team-1-hugo", ["seat", "hugo"]],
  ])("finds things by the beginning of a name, address or key, and by ids: %s", async (q, ...hits) => {
    expect(await found(q)).toEqual(hits);
  });

  test("lists exact matches first", async () => {
    expect((await found("maria"))[0]).toEqual(["account", "maria"]);
  });

  test("treats the typed text literally, never as a pattern", async () => {
    for (const q of ["%", "_", "ma%", "'; drop table accounts; --", "\\", "  "]) expect(await found(q)).toEqual([]);
  });

  test("the next page starts after the previous one, without gaps and repeats", async () => {
    const names = Array.from({ length: 25 }, (_, index) => `zed${String(index).padStart(2, "0")}`);
    await makeAccounts(service, ...names);
    const first = (await service.get("admin/search/?q=zed", staff)).body;
    const cursor = first.more.find(({ cursor: text }: { cursor: string }) => text.startsWith("account:")).cursor;
    const second = (await service.get(`admin/search/?q=zed&cursor=${encodeURIComponent(cursor)}`, staff)).body;
    const seen = [...first.results, ...second.results].map(({ title }: { title: string }) => title);
    expect(seen).toEqual(names);
  });
});

describe("what staff do", () => {
  test("ROLE-04 every change needs a reason, and is recorded with its state before and after", async () => {
    expect(refusal(await service.post("admin/accounts/paul/state/", { account_state: 300 }, staff))).toEqual([
      422, 4000,
    ]);
    expect(
      refusal(await service.post("admin/accounts/paul/state/", { account_state: 300, reason: "  " }, staff)),
    ).toEqual([422, 4000]);
    await act("accounts/paul/state/", { account_state: 300 });
    expect(await actsOn("paul")).toEqual([
      {
        id: expect.any(String),
        at: expect.stringMatching(/Z$/),
        staff: "staff",
        act: "account.state",
        target: "account:paul",
        reason,
        before: { account_state: 100 },
        after: { account_state: 300, sessions_ended: 0 },
      },
    ]);
    await expect(service.database.kysely.deleteFrom("staff_acts").execute()).rejects.toThrow("permission denied");
    await expect(service.database.kysely.updateTable("staff_acts").set({ staff: "x" }).execute()).rejects.toThrow(
      "permission denied",
    );
  });

  test("closing an account ends its sessions and its mailed links at once; it can be reopened", async () => {
    const anna = await signIn(service, "anna");
    await act("accounts/anna/state/", { account_state: 301 });
    const after = await service.call("POST", "user/", { token: anna.access, instance: 1, body: {} });
    expect([after.status, after.body.code]).toEqual([401, 30003]);
    expect(refusal(await service.post("purchases/", {}, anna.access))).toEqual([401, 1002]);
    expect((await service.post("refresh/", { refresh_token: anna.refresh })).status).toBe(401);
    expect(refusal(await service.post("signin/", { username: "anna", password }))).toEqual([403, 1004]);
    await service.work();
    expect(service.mailer.messages.filter(({ to }) => to === "anna@bigcorp.example")).toHaveLength(1);
    await act("accounts/anna/state/", { account_state: 100 });
    expect((await service.post("signin/", { username: "anna", password })).status).toBe(200);
    expect((await service.post("purchases/", {}, anna.access)).status).toBe(401);
    expect((await service.post("refresh/", { refresh_token: anna.refresh })).status).toBe(401);
  });

  test("an account cannot be reopened when another account has its address", async () => {
    const email = "same@example.com";
    await makeAccounts(service, { username: "old", email, state: 300 }, { username: "new", email });
    expect(refusal(await act("accounts/old/state/", { account_state: 100 }))).toEqual([422, 11010]);
  });

  test("a preview shows what would happen and changes nothing", async () => {
    const hugo = await signIn(service, "hugo");
    const { body } = await act("accounts/hugo/state/", { account_state: 300, preview: true });
    expect(body).toMatchObject({ applied: false, before: { account_state: 100 }, after: { account_state: 300 } });
    expect((await service.post("user/", {}, hugo.access)).status).toBe(200);
    expect((await actsOn("hugo"))[0]?.act).not.toBe("account.state");
  });

  test("R-17 staff end all sessions of an account", async () => {
    const [one, two] = [await signIn(service, "marius"), await signIn(service, "marius", 1)];
    const { body } = await act("accounts/marius/end_sessions/");
    expect(body.before).toEqual({ sessions: 2 });
    for (const { access } of [one, two]) expect((await service.post("user/", {}, access)).status).toBe(401);
  });

  test("a changed address also applies to the seats, and both addresses get a mail", async () => {
    await changeAddress(service, [staff, await tokenOf("helper")], "hugo", "Hugo@New.example");
    const page = (await service.get("admin/licenses/Team-1/", staff)).body;
    expect(page.seats.map(({ email }: { email: string }) => email)).toContain("Hugo@New.example");
    await service.work();
    const told = service.mailer.messages.filter(({ subject }) => subject.includes("was changed")).map(({ to }) => to);
    expect(told.toSorted()).toEqual(["Hugo@New.example", "hugo@example.com"]);
  });
});

describe("viewing as an account", () => {
  test("R-45 is marked, refuses every change, and cannot be used for the staff's own area", async () => {
    const { body } = await act("accounts/maria/view/");
    const view = body.token.access_token as string;
    const { userinfo } = (await service.post("user/", {}, view)).body;
    expect(userinfo).toMatchObject({ username: "maria", view_only: true });
    expect((await service.post("managed_team_licenses/", {}, view)).status).toBe(200);
    const fresh = "tall-green-7-towers";
    const change = { old_password: password, new_password: fresh, new_password_2: fresh };
    expect(refusal(await service.post("user/", change, view))).toEqual([403, 2001]);
    const invite = { seats: "x@example.com" };
    expect(refusal(await service.post("registration_seats/Team-1/", invite, view))).toEqual([403, 2001]);
    expect(refusal(await service.get("admin/acts/", view))).toEqual([404, 2004]);
    expect((await actsOn("maria"))[0]).toMatchObject({ act: "account.view", staff: "staff", reason });
  });

  test("R-36 no reply to a view has the link, code or key that the person's own session gets (FAULT-24)", async () => {
    await makeAccounts(service, "nadia");
    await makeLicense(service, { id: "Team-9", owners: ["nadia"], key: "KEY-OF-TEAM-9" });
    const nadia = await tokenOf("nadia");
    await service.post("registration_seats/Team-9/", { seats: "guest@example.com" }, nadia);
    const seats = service.database.kysely.selectFrom("seats").select(["reference", "short_code"]);
    const invited = await seats.where("license_id", "=", "Team-9").executeTakeFirstOrThrow();
    const secrets = [invited.reference, `/i/${invited.short_code}`, "KEY-OF-TEAM-9"].map(String);
    const { body } = await act("accounts/nadia/view/");
    const replies = async (token: string, accesses: readonly string[]) => {
      const endpoints = (service.services[0]?.routes ?? []).map(({ endpoint }) => endpoint);
      const texts: string[] = [];
      for (const { access, method, path, isRead, name } of endpoints) {
        // Signing out would end the view.
        if (!accesses.includes(access) || !isRead || name === "signOut") continue;
        const at = path.replace(":id", "Team-9").replaceAll(/:\w+/g, "nadia");
        texts.push(
          JSON.stringify((await service.call(method, at, { token, body: method === "GET" ? undefined : {} })).body),
        );
      }
      return secrets.map((each) => texts.filter((text) => text.includes(each)).length);
    };
    const [reference, link = 0, key = 0] = await replies(nadia, ["person", "manager"]);
    expect([reference, link > 0, key > 0]).toEqual([0, true, true]);
    expect(await replies(body.token.access_token, ["person", "manager"])).toEqual([0, 0, 0]);
    // The staff's own area has keys, which staff issue and revoke, but no way into an invitation.
    expect((await replies(staff, ["staff:read", "staff:support", "staff:admin"])).slice(0, 2)).toEqual([0, 0]);
  });

  test("R-45 R-16 ends when the staff member signs out", async () => {
    const own = await tokenOf("staff");
    const { body } = await act("accounts/maria/view/", {}, own);
    const view = body.token.access_token as string;
    expect((await service.post("user/", {}, view)).status).toBe(200);
    await service.get("signout/", own);
    expect(refusal(await service.post("user/", {}, view))).toEqual([401, 1002]);
  });

  test("R-45 ends after 30 minutes, and does not appear in the person's list of sessions", async () => {
    await act("accounts/maria/end_sessions/");
    const { body } = await act("accounts/maria/view/");
    expect(body.token.expires_in).toBe(1_800);
    const view = body.token.access_token as string;
    const sessions = async (): Promise<number> =>
      (await service.get("admin/accounts/maria/", staff)).body.account.sessions;
    expect(await sessions()).toBe(0);
    service.clock.advance(1_799);
    expect((await service.post("user/", {}, view)).status).toBe(200);
    service.clock.advance(2);
    expect(refusal(await service.post("user/", {}, view))).toEqual([401, 1002]);
    staff = await tokenOf("staff");
  });
});

describe("pages", () => {
  test("a person's page has her licenses, seats and timeline; an unknown name gets 404", async () => {
    const { body } = await service.get("admin/accounts/maria/", staff);
    expect(body.account).toMatchObject({ username: "maria", account_state: 100, is_staff: false });
    expect(body.licenses).toMatchObject([{ id: "Team-1", owners: ["maria"], subscription_state: "active" }]);
    const kinds = new Set(body.timeline.map(({ kind }: { kind: string }) => kind));
    expect([...kinds]).toEqual(expect.arrayContaining(["security", "license", "staff"]));
    const times = body.timeline.map(({ at }: { at: string }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(refusal(await service.get("admin/accounts/nobody/", staff))).toEqual([404, 2004]);
  });

  test("R-36 a license's page shows no link that gives a seat", async () => {
    const { body } = await service.get("admin/licenses/Team-1/", staff);
    expect(body.license).toMatchObject({ id: "Team-1", total_seats: 5, used_seats: 2, key: "KEY-AAAA-1" });
    expect(body.seats.map(({ short_url: link }: { short_url: unknown }) => link)).toEqual([null, null]);
    expect(refusal(await service.get("admin/licenses/none/", staff))).toEqual([404, 2004]);
  });
});
