import { beforeAll, describe, expect, test } from "vitest";
import {
  makeAccounts,
  makeLicense,
  makeSeats,
  password,
  setAccount,
  signIn,
  tellSubscription,
} from "../testing/factories.ts";
import { mailTo } from "../testing/mails.ts";
import { type Answer, testAccounts } from "../testing/test-accounts.ts";

const service = testAccounts({ instances: 2 });
let maria: string;
let hugo: string;
beforeAll(async () => {
  await makeAccounts(service, "maria", "hugo", "ines", { username: "gone", state: 300 });
  await makeLicense(service, { id: "team", owners: ["maria"] });
  maria = await tokenOf("maria");
  hugo = await tokenOf("hugo");
});

const path = "licenses/team/managers/";
const tokenOf = async (name: string): Promise<string> => (await signIn(service, name)).access;
const namesOf = (answer: { body: { managers: { username: string }[] } }) =>
  answer.body.managers.map(({ username }) => username);

/** Subjects of the mails to that address after the first `seen` mails. */
async function subjectsTo(address: string, seen: number): Promise<string[]> {
  await service.work();
  return service.mailer.messages
    .slice(seen)
    .filter(({ to }) => to === address)
    .map(({ subject }) => subject);
}

describe("managers", () => {
  test("ROLE-03 a manager adds another, hands the license over, and reads who manages", async () => {
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

  test("R-43 of two managers who remove each other concurrently, one remains", async () => {
    // The contact and the payer may remove each other.
    await setAccount(service, "hugo", { customer_ids: ["cus_hugo"] });
    for (let round = 0; round < 20; round++) {
      const id = `duel-${round}`;
      await makeLicense(service, { id, owners: ["maria", "hugo"] });
      await tellSubscription(service, id, { customer_id: "cus_hugo" });
      const remove = (account_name: string, token: string, instance: number) =>
        service.call("DELETE", `licenses/${id}/managers/`, { body: { account_name }, token, instance });
      const answers = await Promise.all([remove("hugo", maria, 0), remove("maria", hugo, 1)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
      const owners = service.database.kysely.selectFrom("license_owners").selectAll().where("license_id", "=", id);
      expect(await owners.execute()).toHaveLength(1);
    }
    const body = { account_name: "maria" };
    const last = await service.call("DELETE", "licenses/duel-0/managers/", { body, token: maria });
    expect([409, 404]).toContain(last.status);
  });

  test("R-18 a ten-minute-old stolen session cannot add, hand over or remove without the password", async () => {
    await makeAccounts(service, "tilda", "theo");
    await makeLicense(service, { id: "stolen", owners: ["tilda", "theo"] });
    const stolen = await tokenOf("theo");
    service.clock.advance(10 * 60);
    const managers = "licenses/stolen/managers/";
    const calls = [
      ["POST", { account_name: "hugo" }],
      ["POST", { account_name: "theo", contact: true }],
      ["DELETE", { account_name: "theo" }],
    ] as const;
    for (const [method, body] of calls) {
      const refused = await service.call(method, managers, { body, token: stolen, instance: 1 });
      expect(refused).toMatchObject({ status: 403, body: { code: 2002 } });
      const wrong = { ...body, password: "not-her-password-1" };
      const unproved = await service.call(method, managers, { body: wrong, token: stolen });
      expect(unproved).toMatchObject({ status: 422, body: { code: 3022, errors: [{ field: "password" }] } });
    }
    const read = await service.get(managers, stolen);
    expect(namesOf(read)).toEqual(["tilda", "theo"]);
    const proved = await service.post(managers, { account_name: "hugo", password }, stolen);
    expect(namesOf(proved)).toEqual(["tilda", "theo", "hugo"]);
    // The proof is valid for five minutes, on every instance.
    const body = { account_name: "hugo" };
    expect((await service.call("DELETE", managers, { body, token: stolen, instance: 1 })).status).toBe(200);
  });

  test("R-43 every manager gets a mail about each change, with account names and without addresses", async () => {
    await makeAccounts(service, "nora", "nils", "nina");
    await makeLicense(service, { id: "told", owners: ["nora", "nils"] });
    const nora = await tokenOf("nora");
    const told = "licenses/told/managers/";
    const addressOf = (name: string) => `${name}@example.com`;
    const news = async (seen: number) => ({
      nora: await subjectsTo(addressOf("nora"), seen),
      nils: await subjectsTo(addressOf("nils"), seen),
      nina: await subjectsTo(addressOf("nina"), seen),
    });
    await service.work();
    let seen = service.mailer.messages.length;
    await service.post(told, { account_name: "nina" }, nora);
    const added = "The managers of Outliner 5 have changed";
    expect(await news(seen)).toEqual({
      nora: [added],
      nils: [added],
      nina: ["You are now a Team Manager of Outliner 5"],
    });
    const toNils = service.mailer.messages.findLast(({ to }) => to === addressOf("nils"));
    expect(toNils?.text).toContain("nora made nina a Team Manager");
    expect(toNils?.text).not.toContain("nina@example.com");
    seen = service.mailer.messages.length;
    await service.post(told, { account_name: "nils", contact: true }, nora);
    const contact = "The contact of Outliner 5 has changed";
    expect(await news(seen)).toEqual({ nora: [contact], nils: [contact], nina: [contact] });
    seen = service.mailer.messages.length;
    // A change without an effect sends no mail.
    await service.post(told, { account_name: "nils", contact: true }, nora);
    await service.post(told, { account_name: "nina" }, nora);
    expect(await news(seen)).toEqual({ nora: [], nils: [], nina: [] });
    await service.call("DELETE", told, { body: { account_name: "nina" }, token: await tokenOf("nils") });
    expect(await news(seen)).toEqual({
      nora: [added],
      nils: [added],
      nina: ["You are no longer a Team Manager of Outliner 5"],
    });
    seen = service.mailer.messages.length;
    await service.call("DELETE", told, { body: { account_name: "nora" }, token: nora });
    expect(await news(seen)).toEqual({ nora: [added], nils: [added], nina: [] });
  });

  test("R-43 only the contact and the payer can remove each other", async () => {
    await makeAccounts(service, "cara", { username: "paul", customer_ids: ["cus_paul"] }, "mona", "mike");
    await makeLicense(service, { id: "kept", owners: ["cara", "paul", "mona", "mike"] });
    await tellSubscription(service, "kept", { customer_id: "cus_paul" });
    const kept = "licenses/kept/managers/";
    const remove = async (by: string, account_name: string) =>
      await service.call("DELETE", kept, { body: { account_name }, token: await tokenOf(by) });
    for (const account_name of ["cara", "paul"]) {
      const refused = await remove("mona", account_name);
      expect(refused).toMatchObject({ status: 403, body: { code: 2001 } });
      expect(refused.body.message).toBe(
        `Only ${account_name === "cara" ? "cara or paul" : "paul or cara"} can do this. The contact and the payer of a license can only be removed by each other.`,
      );
    }
    const read = await service.get(kept, await tokenOf("mike"));
    expect(read.body.managers).toMatchObject([
      { username: "cara", is_contact: true, is_payer: false },
      { username: "paul", is_contact: false, is_payer: true },
      { username: "mona", is_contact: false, is_payer: false },
      { username: "mike", is_contact: false, is_payer: false },
    ]);
    // Other managers can remove each other, the payer can remove the contact, and both can leave.
    expect(namesOf(await remove("mona", "mike"))).toEqual(["cara", "paul", "mona"]);
    expect(namesOf(await remove("paul", "cara"))).toEqual(["paul", "mona"]);
    expect(namesOf(await remove("paul", "paul"))).toEqual(["mona"]);
  });

  test("R-43 a manager who is removed while she adds another adds no one afterwards", async () => {
    await makeAccounts(service, "rosa", "rudi", "rita");
    const [rosa, rudi] = [await tokenOf("rosa"), await tokenOf("rudi")];
    for (let round = 0; round < 8; round++) {
      const id = `race-${round}`;
      await makeLicense(service, { id, owners: ["rosa", "rudi"] });
      const managers = `licenses/${id}/managers/`;
      const [removed, added] = await Promise.all([
        service.call("DELETE", managers, { body: { account_name: "rudi" }, token: rosa }),
        service.call("POST", managers, { body: { account_name: "rita" }, token: rudi, instance: 1 }),
      ]);
      expect(removed.status).toBe(200);
      const { events } = (await service.get(`licenses/${id}/events/`, rosa)).body;
      // The newest event is first. A removed manager did nothing after her removal.
      const acts = events.map(({ act }: { act: string }) => act);
      expect(acts).toEqual(added.status === 200 ? ["managers.removed", "managers.added"] : ["managers.removed"]);
      expect([200, 404]).toContain(added.status);
    }
  });

  test("R-39 the address of a manager added by name is visible only after she has looked, or to a colleague", async () => {
    await makeAccounts(service, "alma", "anna", "arno", "axel", "abel");
    await makeLicense(service, { id: "names", owners: ["alma", "axel"] });
    await makeLicense(service, { id: "elsewhere", owners: ["alma", "abel"] });
    await makeSeats(service, "names", "arno", "axel");
    const [alma, anna, axel] = [await tokenOf("alma"), await tokenOf("anna"), await tokenOf("axel")];
    const names = "licenses/names/managers/";
    const emailsIn = ({ body }: Answer) =>
      Object.fromEntries(body.managers.map(({ username, email }: Record<string, string>) => [username, email]));
    await service.post(names, { account_name: "arno" }, alma);
    await service.post(names, { account_name: "abel" }, alma);
    const added = emailsIn(await service.post(names, { account_name: "anna", contact: true }, alma));
    // Colleagues are holders of a seat of the license and managers who share another license with the caller.
    const known = { alma: "alma@example.com", arno: "arno@example.com", axel: "axel@example.com" };
    expect(added).toEqual({ ...known, anna: "", abel: "abel@example.com" });
    expect(emailsIn(await service.get(names, axel))).toEqual({ ...known, anna: "", abel: "" });
    // Her address is also absent from the list of managers that seat holders read, and from all mails except hers.
    const seats = await service.post("seats/", {}, axel);
    expect(JSON.stringify(seats.body)).not.toContain("anna@example.com");
    await service.work();
    for (const { to, text } of service.mailer.messages) if (!to.startsWith("anna")) expect(text).not.toContain("anna@");
    // Being added elsewhere by the same person makes no one a colleague, nor does being added again.
    await service.post("licenses/elsewhere/managers/", { account_name: "anna" }, alma);
    await service.post(names, { account_name: "alma", contact: true }, alma);
    expect(emailsIn(await service.get(names, alma))["anna"]).toBe("");
    expect((await service.post("managed_team_licenses/", {}, anna)).status).toBe(200);
    expect(emailsIn(await service.get(names, axel))["anna"]).toBe("anna@example.com");
  });
});
