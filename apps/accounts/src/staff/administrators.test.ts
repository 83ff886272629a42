import { expect, test } from "vitest";
import { makeAccounts, signIn } from "../testing/factories.ts";
import { type Answer, testAccounts } from "../testing/test-accounts.ts";
import { appointStaff } from "./appoint.ts";

const reason = "asked for by the management";
const service = testAccounts({ instances: 2 });

const outcome = ({ status, body }: Answer): string => (status === 200 ? "200" : `${status} ${body.code}`);
const administrators = async (): Promise<string[]> => {
  const { rows } = await service.database.pool.query<{ username: string }>(
    "select username from accounts where is_staff and 'admin' = any(staff_rights) and state = 100 order by username",
  );
  return rows.map(({ username }) => username);
};

/** Creates two administrators, the only ones, and returns their tokens. */
async function two(round: string): Promise<{ names: [string, string]; tokens: [string, string] }> {
  await service.database.pool.query("update accounts set is_staff = false, staff_rights = '{}'");
  const names: [string, string] = [`one-${round}`, `other-${round}`];
  await makeAccounts(service, ...names.map((username) => ({ username, is_staff: true })));
  return { names, tokens: [(await signIn(service, names[0])).access, (await signIn(service, names[1], 1)).access] };
}

test.each([
  { what: "take each other's rights", path: "rights", body: { reason, rights: [] } },
  { what: "close each other's accounts", path: "state", body: { reason, account_state: 300 } },
])("R-43 of two administrators who $what concurrently one remains", async ({ path, body }) => {
  for (let round = 0; round < 5; round++) {
    const { names, tokens } = await two(`${path}${round}`);
    const answers = await Promise.all(
      ([0, 1] as const).map((instance) =>
        service.call("POST", `admin/accounts/${names[1 - instance]}/${path}/`, {
          token: tokens[instance],
          body,
          instance,
        }),
      ),
    );
    expect(await administrators()).toHaveLength(1);
    expect(answers.map(outcome).filter((each) => each === "200")).toHaveLength(1);
  }
});

test("R-43 the staff command during a demotion: a staff member who loses her rights by it demotes no one", async () => {
  for (let round = 0; round < 5; round++) {
    const { names, tokens } = await two(`command${round}`);
    const [appointed, answer] = await Promise.all([
      appointStaff(service.database.kysely, service.clock.now(), names[0], ["support"]),
      service.call("POST", `admin/accounts/${names[1]}/rights/`, { token: tokens[0], body: { reason, rights: [] } }),
    ]);
    const left = await administrators();
    // Either the command came first and her demotion was refused, or it removed the last administrator and says so.
    expect([left, appointed?.leavesNone]).toEqual(answer.status === 200 ? [[], true] : [[names[1]], false]);
  }
});

test("ROLE-04 only an administrator acts on a staff member's account, with any act, and no one acts on her own account", async () => {
  const { names, tokens } = await two("over");
  await makeAccounts(service, { username: "helper", right: "support" }, "customer");
  const helper = (await signIn(service, "helper")).access;
  const byPath: Readonly<Record<string, object>> = {
    state: { account_state: 300 },
    end_sessions: {},
    email: { new_email_address: "other@example.com" },
    send_password_reset: {},
    view: {},
  };
  for (const [path, body] of Object.entries(byPath)) {
    const act = (name: string, token: string): Promise<Answer> =>
      service.post(`admin/accounts/${name}/${path}/`, { reason, ...body }, token);
    expect([path, outcome(await act(names[0], helper))]).toEqual([path, "403 2001"]);
    expect([path, outcome(await act("helper", helper))]).toEqual([path, "403 2001"]);
    expect([path, outcome(await act(names[0], tokens[0]))]).toEqual([path, "403 2001"]);
  }
  // Refused acts ended no session.
  expect((await service.post("user/", {}, tokens[0])).status).toBe(200);
  for (const path of ["rights", "remove_second_factor", "merge"]) {
    const body = { reason, rights: [], into: "customer" };
    const own = await service.post(`admin/accounts/${names[0]}/${path}/`, body, tokens[0]);
    expect([path, own.status === 200]).toEqual([path, false]);
  }
});
