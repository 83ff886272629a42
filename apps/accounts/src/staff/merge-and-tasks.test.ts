import { readFile } from "node:fs/promises";
import { addressKey } from "@foyer/domain/addresses";
import { openPool } from "@foyer/service-kit/db";
import { beforeAll, describe, expect, test } from "vitest";
import { makeAccounts, makeLicense, makeSeats, password, signIn } from "../testing/factories.ts";
import { type Answer, refusal, testAccounts } from "../testing/test-accounts.ts";

const service = testAccounts();
let staff: string;
const reason = "customer asked by phone";

beforeAll(async () => {
  const mary = { username: "mary", customer_ids: ["cus_m"] };
  await makeAccounts(service, { username: "staff", is_staff: true }, "maria", "hugo", mary);
  staff = (await signIn(service, "staff")).access;
});

const act = async (path: string, body: object = {}): Promise<Answer> =>
  service.post(`admin/${path}`, { reason, ...body }, staff);
const personPage = async (name: string) => (await service.get(`admin/accounts/${name}/`, staff)).body;

describe("merging two accounts", () => {
  beforeAll(async () => {
    await makeLicense(service, { id: "mine", owners: ["mary"] });
    await makeLicense(service, { id: "both", owners: ["mary", "maria"] });
    await makeSeats(service, "mine", "mary");
    await makeSeats(service, "both", "mary", "maria");
  });

  test("a preview shows what would move, and moves nothing", async () => {
    const { body } = await act("accounts/mary/merge/", { into: "maria", preview: true });
    expect(body).toMatchObject({ applied: false, after: { into: "maria", seats_moved: 1, seats_freed: 1 } });
    expect((await personPage("mary")).licenses).toHaveLength(2);
  });

  test("ROLE-04 R-16 licenses, seats and customers move, its sessions end, and both timelines show it", async () => {
    const mary = await signIn(service, "mary");
    expect((await act("accounts/mary/merge/", { into: "Maria" })).body.applied).toBe(true);
    expect((await service.post("user/", {}, mary.access)).status).toBe(401);
    expect(refusal(await service.post("signin/", { username: "mary", password }))).toEqual([403, 1004]);
    const maria = await personPage("maria");
    expect(maria.licenses.map(({ id }: { id: string }) => id).toSorted()).toEqual(["both", "mine"]);
    expect(maria.seats.map(({ seat }: { seat: object }) => seat)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: "mine-mary", username: "maria", email: "maria@example.com" }),
        expect.objectContaining({ id: "both-maria", username: "maria" }),
      ]),
    );
    expect(maria.account.customer_id).toEqual(["cus_m"]);
    expect((await service.get("admin/licenses/both/", staff)).body.license).toMatchObject({
      owners: ["maria"],
      used_seats: 1,
    });
    const mary2 = await personPage("mary");
    expect(mary2).toMatchObject({ account: { account_state: 301, customer_id: [] }, licenses: [], seats: [] });
    for (const [name, title] of [
      ["mary", "account.merge"],
      ["maria", "account.merge_into"],
    ]) {
      const { acts } = (await service.get(`admin/acts/?target=account:${name}`, staff)).body;
      expect(acts[0]).toMatchObject({ act: title, staff: "staff", reason });
    }
    const { rows } = await service.database.pool.query("select * from seat_count_faults");
    expect(rows).toEqual([]);
  });

  test("a merged account is not merged again, nor one into itself or a closed one", async () => {
    expect(refusal(await act("accounts/mary/merge/", { into: "hugo" }))).toEqual([403, 2001]);
    expect(refusal(await act("accounts/hugo/merge/", { into: "mary" }))).toEqual([403, 2001]);
    expect(refusal(await act("accounts/hugo/merge/", { into: "hugo" }))).toEqual([422, 4000]);
    expect(refusal(await act("accounts/hugo/merge/", { into: "nobody" }))).toEqual([404, 2004]);
    expect(refusal(await act("accounts/staff/merge/", { into: "hugo" }))).toEqual([403, 2001]);
  });

  test("R-18 an old session needs the password again, except for the preview", async () => {
    service.clock.advance(301);
    expect((await act("accounts/hugo/merge/", { into: "maria", preview: true })).status).toBe(200);
    expect(refusal(await act("accounts/hugo/merge/", { into: "maria" }))).toEqual([403, 2002]);
    expect(refusal(await act("accounts/hugo/merge/", { into: "maria", password: "wrong" }))).toEqual([422, 3022]);
    expect((await act("accounts/hugo/merge/", { into: "maria", password })).status).toBe(200);
  });
});

test("a mailed password-reset link goes to the account's own address, and a closed account gets none", async () => {
  await service.work();
  service.mailer.messages.length = 0;
  expect((await act("accounts/maria/send_password_reset/")).body).toMatchObject({
    after: { mailed_to: "maria@example.com" },
  });
  await service.work();
  const [mail] = service.mailer.messages;
  expect(mail?.to).toBe("maria@example.com");
  expect(mail?.text).toContain("/password-reset?token=");
  expect(refusal(await act("accounts/mary/send_password_reset/"))).toEqual([403, 2001]);
  service.mailer.isReachable = false;
  expect(refusal(await act("accounts/maria/send_password_reset/"))).toEqual([503, 11002]);
  service.mailer.isReachable = true;
});

test("a failed job is listed with its error, and retried when an administrator asks", async () => {
  await act("accounts/maria/send_password_reset/");
  const { pool } = service.database;
  await pool.query(
    "update accounts_jobs._private_jobs set attempts = max_attempts, last_error = 'the mail server is away', run_at = now() + interval '1 day'",
  );
  const tasks = async () => (await service.get("admin/tasks/", staff)).body.tasks;
  const [task] = await tasks();
  expect(task).toMatchObject({ kind: "mail", state: "failed", error: "the mail server is away", attempts: 25 });
  service.mailer.messages.length = 0;
  expect((await act(`tasks/${task.id}/retry/`)).status).toBe(200);
  expect(await tasks()).toMatchObject([{ id: task.id, state: "waiting", attempts: 0 }]);
  await service.work();
  expect(service.mailer.messages).toHaveLength(1);
  expect(await tasks()).toEqual([]);
  expect(refusal(await act(`tasks/${task.id}/retry/`))).toEqual([404, 2004]);
  expect(refusal(await act("tasks/1;drop/retry/"))).toEqual([404, 2004]);
  const { acts } = (await service.get(`admin/acts/?target=task:${task.id}`, staff)).body;
  expect(acts).toMatchObject([{ act: "task.retry", reason }]);
});

describe("R-34 one mailbox with two spellings of its domain", () => {
  const spellings = [
    "user@b\u00fccher.example",
    "a.b@\u4f8b\u3048.\u30c6\u30b9\u30c8",
    "x@stra\u00dfe.example",
    "x@\uff42\u00fccher.example",
    "x@b\u00fccher.b\u00fccher-\u00e9.example",
    "x@\u0939\u093f\u0928\u094d\u0926\u0940.\u092d\u093e\u0930\u0924",
  ];

  /** Runs the migration on rows as an earlier version stored them. */
  async function migrated(statements: readonly string[]): Promise<void> {
    const owner = openPool({ url: service.databaseUrl, role: null, schema: "accounts", max: 1 });
    await owner.query("drop index accounts_second_of_mailbox");
    for (const statement of statements) await owner.query(statement);
    const file = new URL("../db/migrations/0072-one-key-for-each-mailbox.sql", import.meta.url);
    await owner.query(await readFile(file, "utf8"));
    await owner.end();
  }

  const keys = async (table: string) =>
    (
      await service.database.pool.query(
        `select email, email_key as key from ${table} where email ~ '[^ -~]' or email like '%xn--%'`,
      )
    ).rows;

  test("R-34 a migration gives every mailbox one key and lists the second account for staff (FAULT-13)", async () => {
    const names = spellings.map((_, at) => `idn${at}`);
    await makeAccounts(service, ...names, { username: "later", email: "USER@xn--bcher-kva.example" }, "gone");
    await makeLicense(service, { id: "idn", owners: ["maria"] });
    await makeSeats(service, "idn", "idn0", "free@example.org", "idn2");
    await migrated([
      ...spellings.map(
        (email, at) => `update accounts set email = '${email}', email_key = '${email}' where username = 'idn${at}'`,
      ),
      `update accounts set state = 300, email = '${spellings[0]}', email_key = '${spellings[0]}' where username = 'gone'`,
      `update seats set email = '${spellings[0]}', email_key = '${spellings[0]}' where id = 'idn-idn0'`,
      `update seats set email = '${spellings[2]}', email_key = '${spellings[2]}' where id = 'idn-idn2'`,
      "update seats set email_key = 'user@xn--bcher-kva.example', email = 'user@xn--bcher-kva.example' where id = 'idn-free@example.org'",
    ]);
    const off = (await keys("accounts")).filter(({ email, key }) => addressKey(email) !== key);
    expect(off).toEqual([{ email: spellings[0], key: spellings[0] }]);
    const seats = (
      await service.database.pool.query("select id, email_key from seats where license_id = 'idn' order by id")
    ).rows;
    expect(seats).toEqual([
      { id: "idn-idn0", email_key: spellings[0] },
      { id: "idn-idn2", email_key: "x@xn--strae-oqa.example" },
    ]);
    const tasks = async () =>
      (await service.get("admin/tasks/", staff)).body.tasks.filter(({ id }: { id: string }) =>
        id.startsWith("mailbox-"),
      );
    const [task] = await tasks();
    expect(task).toMatchObject({ title: "one-mailbox-two-accounts", state: "failed" });
    expect(task.error).toMatch(
      /^idn0 \(user@bücher\.example\) and later \(USER@xn--bcher-kva\.example\) have one mailbox/,
    );
    // The task stays until the other account is gone.
    expect(refusal(await act(`tasks/${task.id}/retry/`))).toEqual([404, 2004]);
    expect((await act("accounts/later/state/", { account_state: 300 })).status).toBe(200);
    expect((await act(`tasks/${task.id}/retry/`)).status).toBe(200);
    expect(await tasks()).toEqual([]);
    expect((await keys("seats")).filter(({ email, key }) => addressKey(email) !== key)).toEqual([]);
  });

  test("R-34 staff find it by either spelling, and a second account or change to it is refused (FAULT-13)", async () => {
    await makeAccounts(service, { username: "buch", email: "Buch@\u00e4hre.example" });
    for (const q of [
      "buch@\u00e4hre.example",
      "BUCH@xn--hre-pla.example",
      "@\u00e4hre.example",
      "@xn--hre-pla.example",
    ]) {
      const { results } = (await service.get(`admin/search/?q=${encodeURIComponent(q)}`, staff)).body;
      expect([q, results.map(({ title }: { title: string }) => title)]).toEqual([q, ["buch"]]);
    }
    for (const email_address of ["buch@xn--hre-pla.example", "buch@a\u0308hre.example"]) {
      expect(refusal(await service.post("user/verify_email/", { email_address }))).toEqual([422, 11010]);
    }
    const answer = await act("accounts/maria/email/", { new_email_address: "buch@xn--hre-pla.example" });
    expect(refusal(answer)).toEqual([422, 11010]);
  });
});
