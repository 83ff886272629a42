import { beforeAll, expect, test } from "vitest";
import { makeAccounts, signIn } from "../testing/factories.ts";
import { testAccounts } from "../testing/test-accounts.ts";

const service = testAccounts({ instances: 2 });
let accounts: Map<string, string>;
let staff: string;
const reason = "spoke to her by phone";

beforeAll(async () => {
  const staffMembers = [
    { username: "staff", is_staff: true },
    { username: "reader", right: "read" },
  ] as const;
  accounts = await makeAccounts(service, ...staffMembers, "maria", "hugo");
  staff = (await signIn(service, "staff")).access;
});

let made = 0;
async function report(username: string): Promise<string> {
  const id = `rep_${++made}`;
  const at = new Date(service.clock.now().getTime() + made * 1_000);
  const account_id = accounts.get(username) ?? "";
  const row = { id, account_id, at, event: "password.changed", event_at: at, by_link: true } as const;
  await service.database.kysely.insertInto("not_me_reports").values(row).execute();
  return id;
}

const close = (id: string, token: string, instance = 0) =>
  service.call("POST", `admin/reports/${id}/close/`, { body: { reason }, token, instance });

test("KEY-08 staff see who disowned which event and when; closed reports come after open ones", async () => {
  const [first, second] = [await report("maria"), await report("hugo")];
  const list = async () => (await service.get("admin/reports/", staff)).body;
  expect(await list()).toMatchObject({
    open: 2,
    reports: [
      { id: second, account: "hugo" },
      { id: first, account: "maria", event: "password.changed", by_link: true, closed_at: null },
    ],
  });
  expect((await close(second, staff)).status).toBe(200);
  expect(await list()).toMatchObject({ open: 1, reports: [{ id: first }, { id: second, closed_by: "staff" }] });
  const acts = (await service.get("admin/acts/", staff)).body.acts;
  expect(acts[0]).toMatchObject({ act: "report.close", target: "account:hugo", reason, staff: "staff" });
});

test("KEY-08 of ten concurrent closings of a report one counts; it needs the right, a reason and another person", async () => {
  const id = await report("maria");
  const reader = (await signIn(service, "reader")).access;
  expect((await close(id, reader)).body.code).toBe(2004);
  expect((await service.get("admin/reports/", reader)).status).toBe(200);
  expect((await service.post(`admin/reports/${id}/close/`, { reason: " " }, staff)).status).toBe(422);
  expect((await close(await report("staff"), staff)).body.code).toBe(2001);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => close(id, staff, at % 2)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(9);
});
