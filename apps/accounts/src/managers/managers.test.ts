import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeAccounts, makeLicense, signIn } from "../testing/factories.ts";
import { mailTo } from "../testing/mails.ts";
import { startAccounts, type TestAccounts } from "../testing/test-accounts.ts";

let service: TestAccounts;
let maria: string;
let hugo: string;
beforeAll(async () => {
  service = await startAccounts({ instances: 2 });
  await makeAccounts(service, "maria", "hugo", "ines", { username: "gone", state: 300 });
  await makeLicense(service, { id: "team", owners: ["maria"] });
  maria = (await signIn(service, "maria")).access;
  hugo = (await signIn(service, "hugo")).access;
});
afterAll(() => service.close());

const path = "licenses/team/managers/";
const namesOf = (answer: { body: { managers: { username: string }[] } }) =>
  answer.body.managers.map(({ username }) => username);

describe("managers", () => {
  test("ROLE-03 a manager adds another, hands the licence over, and is told who manages", async () => {
    expect((await service.get(path, hugo)).status).toBe(404);
    expect((await service.post(path, { account_name: "gone" }, maria)).body.code).toBe(12009);
    expect(namesOf(await service.post(path, { account_name: "Hugo" }, maria))).toEqual(["maria", "hugo"]);
    expect(namesOf(await service.post(path, { account_name: "hugo" }, maria))).toEqual(["maria", "hugo"]);
    expect((await mailTo(service, "hugo@example.com")).text).toContain("maria@example.com");
    const handed = await service.post(path, { account_name: "hugo", contact: true }, maria);
    expect(handed.body.managers).toMatchObject([
      { username: "hugo", is_contact: true },
      { username: "maria", is_contact: false },
    ]);
    expect(
      (await service.get("licenses/team/events/", hugo)).body.events.map(({ act }: { act: string }) => act),
    ).toEqual(["managers.contact_changed", "managers.added"]);
    const page = await service.get("licenses/team/events/?limit=1", hugo);
    expect(page.body).toMatchObject({ events: [{ act: "managers.contact_changed", by: "maria" }], has_more: true });
    const nowhere = await service.get("licenses/team/events/?before=yesterday", hugo);
    expect(nowhere).toMatchObject({ status: 422, body: { code: 4000, errors: [{ field: "before" }] } });
  });

  test("R-43 of two managers who remove each other at once, one stays", async () => {
    for (let round = 0; round < 20; round++) {
      const id = `duel-${round}`;
      await makeLicense(service, { id, owners: ["maria", "hugo"] });
      const remove = (account_name: string, token: string, instance: number) =>
        service.call("DELETE", `licenses/${id}/managers/`, { body: { account_name }, token, instance });
      const answers = await Promise.all([remove("hugo", maria, 0), remove("maria", hugo, 1)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
      const owners = await service.database.kysely
        .selectFrom("license_owners")
        .selectAll()
        .where("license_id", "=", id)
        .execute();
      expect(owners).toHaveLength(1);
    }
    const last = await service.call("DELETE", "licenses/duel-0/managers/", {
      body: { account_name: "maria" },
      token: maria,
    });
    expect([409, 404]).toContain(last.status);
  });
});
