import { beforeAll, describe, expect, test } from "vitest";
import { makeAccounts, makeLicense, makeSeats, signIn, tellSubscription } from "../testing/factories.ts";
import { type Answer, refusal, testAccounts } from "../testing/test-accounts.ts";

const service = testAccounts();
let staff: string;
const reason = "customer asked by phone";

beforeAll(async () => {
  await makeAccounts(service, { username: "staff", is_staff: true }, "maria", "hugo", "ines", "otto");
  await makeLicense(service, { id: "A", owners: ["maria"], description: "Outliner 5" });
  await makeLicense(service, { id: "B", owners: ["ines"], total_seats: 2 });
  await makeLicense(service, { id: "S", owners: ["maria"], product_id: "OUTLINE-5-SUB-ANNUAL-WEB" });
  await makeSeats(service, "A", "hugo", "otto", "invited@example.com");
  await makeSeats(service, "B", "otto");
  await tellSubscription(service, "S");
  staff = (await signIn(service, "staff")).access;
});

const act = async (path: string, body: object = {}): Promise<Answer> =>
  service.post(`admin/${path}`, { reason, ...body }, staff);
const licensePage = async (id: string) => (await service.get(`admin/licenses/${id}/`, staff)).body;
const seatsOf = async (id: string): Promise<unknown[]> =>
  (await licensePage(id)).seats.map(({ id: seat, username, email }: Record<string, unknown>) => [
    seat,
    username ?? email,
  ]);
const newestAct = async (target: string) =>
  (await service.get(`admin/acts/?target=${encodeURIComponent(target)}&limit=1`, staff)).body.acts[0];

describe("licenses", () => {
  test("ROLE-04 a license is created with a recorded reason; a preview creates none", async () => {
    const wanted = { owner: "hugo", product_id: "TASK-3", description: "Tasks 3", total_seats: 3 };
    const preview = await act("licenses/", { ...wanted, preview: true });
    expect(preview.body).toMatchObject({ applied: false, after: { total_seats: 3, owner: "hugo" } });
    expect(preview.body.after.license).toBeUndefined();
    expect((await service.get("admin/accounts/hugo/", staff)).body.licenses).toEqual([]);
    const { body } = await act("licenses/", wanted);
    const { license } = await licensePage(body.after.license);
    expect(license).toMatchObject({ description: "Tasks 3", owners: ["hugo"], total_seats: 3, expires_date: null });
    expect(await newestAct(`license:${body.after.license}`)).toMatchObject({ act: "license.create", reason });
    expect(refusal(await act("licenses/", { ...wanted, owner: "nobody" }))).toEqual([422, 12009]);
    expect(refusal(await act("licenses/", { ...wanted, product_id: "task 3" }))).toEqual([422, 4000]);
  });

  test("a license is extended and resized, never below its used seats; with a subscription its seats follow that", async () => {
    const until = "2031-01-31T23:59:59Z";
    const { body } = await act("licenses/A/edit/", { total_seats: 7, expires_date: until });
    expect(body).toMatchObject({
      before: { total_seats: 5, expires_date: null },
      after: { total_seats: 7, expires_date: until },
    });
    expect((await licensePage("A")).license).toMatchObject({ total_seats: 7, expires_date: until });
    expect(refusal(await act("licenses/A/edit/", { total_seats: 2 }))).toEqual([409, 12003]);
    expect(refusal(await act("licenses/S/edit/", { total_seats: 9 }))).toEqual([409, 20005]);
    expect(refusal(await act("licenses/A/edit/"))).toEqual([422, 4000]);
    expect((await act("licenses/A/edit/", { expires_date: null })).status).toBe(200);
  });

  test("a license is transferred to other owners, who get a mail, and seats stay with their holders", async () => {
    const before = await seatsOf("B");
    const { body } = await act("licenses/B/transfer/", { owners: ["Hugo", "maria", "hugo"] });
    expect(body).toMatchObject({ before: { owners: ["ines"] }, after: { owners: ["hugo", "maria"] } });
    expect((await licensePage("B")).license.owners).toEqual(["hugo", "maria"]);
    expect(await seatsOf("B")).toEqual(before);
    await service.work();
    const told = service.mailer.messages.map(({ to }) => to);
    expect(told).toEqual(expect.arrayContaining(["hugo@example.com", "maria@example.com", "ines@example.com"]));
    expect(refusal(await act("licenses/B/transfer/", { owners: ["nobody"] }))).toEqual([422, 12009]);
  });
});

describe("seats", () => {
  test("held seats move with holder and id, all or nothing, and never beyond what fits", async () => {
    expect(refusal(await act("licenses/A/seats/", { seats: ["A-otto"], to: "B" }))).toEqual([409, 12004]);
    expect(refusal(await act("licenses/A/seats/", { seats: ["A-hugo", "A-otto"], to: "B" }))).toEqual([409, 12003]);
    expect(refusal(await act("licenses/A/seats/", { seats: ["A-invited@example.com"], to: "B" }))).toEqual([
      422, 12005,
    ]);
    expect(refusal(await act("licenses/A/seats/", { seats: ["A-hugo"], to: "none" }))).toEqual([404, 2004]);
    const { body } = await act("licenses/A/seats/", { seats: ["A-hugo"], to: "B" });
    expect(body).toMatchObject({ applied: true, before: { license: "A" }, after: { license: "B" } });
    expect(await seatsOf("B")).toContainEqual(["A-hugo", "hugo"]);
    expect((await licensePage("A")).license.used_seats).toBe(2);
  });

  test("freed seats end at once; their holders get a mail, invitations are invalid", async () => {
    service.mailer.messages.length = 0;
    const preview = await act("licenses/A/seats/", { seats: ["A-otto"], preview: true });
    expect(preview.body).toMatchObject({ applied: false, before: { used_seats: 2 }, after: { used_seats: 1 } });
    await act("licenses/A/seats/", { seats: ["A-otto"] });
    expect(await seatsOf("A")).toEqual([["A-invited@example.com", "invited@example.com"]]);
    await service.work();
    expect(service.mailer.messages.map(({ to }) => to)).toEqual(["otto@example.com"]);
    expect(refusal(await act("licenses/A/seats/", { seats: ["A-otto"] }))).toEqual([422, 12005]);
    const { rows } = await service.database.pool.query("select * from seat_count_faults");
    expect(rows).toEqual([]);
  });

  test("an invitation is sent again with the same link; a preview sends nothing", async () => {
    service.mailer.messages.length = 0;
    const link = async () =>
      (
        await service.database.kysely.selectFrom("seats").select("reference").where("status", "=", "pending").execute()
      )[0];
    const before = await link();
    await act("licenses/A/resend/", { seats: ["A-invited@example.com"], preview: true });
    await service.work();
    expect(service.mailer.messages).toEqual([]);
    expect((await act("licenses/A/resend/", { seats: ["A-invited@example.com"] })).status).toBe(200);
    await service.work();
    expect(service.mailer.messages.map(({ to }) => to)).toEqual(["invited@example.com"]);
    expect(await link()).toEqual(before);
    expect(refusal(await act("licenses/A/resend/", { seats: ["none"] }))).toEqual([422, 12005]);
  });

  test("BUY-18 a license is mailed to its contact again, and recorded; a preview sends nothing", async () => {
    service.mailer.messages.length = 0;
    const [owner] = (await licensePage("A")).license.owners;
    const email = `${owner}@example.com`;
    const shown = await act("licenses/A/mail/", { preview: true });
    expect(shown.body).toMatchObject({ applied: false, after: { mailed_to: email } });
    await service.work();
    expect(service.mailer.messages).toEqual([]);
    expect((await act("licenses/A/mail/", {})).body).toMatchObject({ applied: true, after: { mailed_to: email } });
    await service.work();
    expect(service.mailer.messages.map(({ to, subject }) => [to, subject])).toEqual([
      [email, expect.stringContaining("Your license of")],
    ]);
    expect(await newestAct("license:A")).toMatchObject({ act: "license.mail", reason, after: { mailed_to: email } });
    expect(refusal(await act("licenses/none/mail/", {}))).toEqual([404, 2004]);
  });
});

describe("keys", () => {
  test("an issued key registers for its owner; a revoked one does not", async () => {
    const wanted = { owner: "Ines Example", product_id: "OUTLINE-5", description: "Outliner 5", seats: 2 };
    const ines = (await signIn(service, "ines")).access;
    const issue = async (): Promise<string> => (await act("license_keys/", wanted)).body.after.key;
    const register = async (license_key: string) =>
      service.post("register/", { license_key, license_owner: "ines example" }, ines);
    const good = await issue();
    expect((await register(good)).body.registration).toMatchObject({ key: good, seats: 2 });
    const bad = await issue();
    expect((await act(`license_keys/${bad}/revoke/`)).body).toMatchObject({ after: { eligible: false } });
    expect(refusal(await register(bad))).toEqual([422, 10204]);
    expect(refusal(await act("license_keys/none/revoke/"))).toEqual([404, 2004]);
    expect((await act("license_keys/", { ...wanted, preview: true })).body.after.key).toBeUndefined();
  });
});
