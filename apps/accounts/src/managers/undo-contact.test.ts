import { describe, expect, test } from "vitest";
import { makeAccounts, makeLicense, setAccount, signIn } from "../testing/factories.ts";
import { mailedToken, mailTo } from "../testing/mails.ts";
import { testAccounts } from "../testing/test-accounts.ts";

const service = testAccounts({ instances: 2 });

/** Creates a license for one test: a contact, a manager who takes it over, and a third manager. */
async function takenOver(id: string) {
  const [contact, taker, third] = [`${id}-contact`, `${id}-taker`, `${id}-third`];
  await makeAccounts(service, contact, taker, third);
  await makeLicense(service, { id, owners: [contact, taker, third] });
  const token = (await signIn(service, taker)).access;
  const managers = `licenses/${id}/managers/`;
  const taken = await service.post(managers, { account_name: taker, contact: true }, token);
  expect(namesOf(taken)).toEqual([taker, contact, third]);
  const link = await mailedToken(service, `${contact}@example.com`);
  return { contact, taker, third, token, managers, link };
}

const namesOf = (answer: { body: { managers: { username: string }[] } }) =>
  answer.body.managers.map(({ username }) => username);
const undo = (token: unknown, instance = 0, ip?: string) =>
  service.call("POST", "managers/undo_contact/", { body: { token }, instance, ...(ip ? { ip } : {}) });

describe("a contact that was taken over", () => {
  test("R-43 the mailed link restores the former contact and every removed manager, once", async () => {
    const { contact, taker, third, token, managers, link } = await takenOver("plain");
    const mail = await mailTo(service, `${contact}@example.com`);
    expect(mail.subject).toBe("You are no longer the contact of Outliner 5");
    expect(mail.text).toContain(taker);
    for (const account_name of [contact, third]) {
      expect((await service.call("DELETE", managers, { body: { account_name }, token })).status).toBe(200);
    }
    await service.work();
    const seen = service.mailer.messages.length;
    const answers = await Promise.all([undo(link), undo(link, 1)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
    expect(answers.find(({ status }) => status === 410)?.body.code).toBe(12_011);
    expect(answers.find(({ status }) => status === 200)?.body.description).toBe("Outliner 5");
    expect(namesOf(await service.get(managers, token))).toEqual([contact, taker, third]);
    const { events } = (await service.get("licenses/plain/events/", token)).body;
    expect(events[0]).toMatchObject({ act: "managers.contact_restored", by: contact, details: { account: contact } });
    await service.work();
    const told = service.mailer.messages.slice(seen).map(({ to, subject }) => `${to}: ${subject}`);
    expect(new Set(told)).toEqual(
      new Set([
        `${contact}@example.com: You are now a Team Manager of Outliner 5`,
        `${taker}@example.com: The contact of Outliner 5 has changed`,
        `${third}@example.com: You are now a Team Manager of Outliner 5`,
      ]),
    );
  });

  test("R-43 the link is valid for 72 h", async () => {
    const early = await takenOver("early");
    const late = await takenOver("late");
    service.clock.advance(72 * 3_600 - 1);
    expect((await undo(early.link)).status).toBe(200);
    service.clock.advance(1);
    expect(await undo(late.link)).toMatchObject({ status: 410, body: { code: 12_011 } });
  });

  test("R-43 undoing invalidates the links mailed since, but not those of other licenses", async () => {
    const { contact, taker, third, managers, link } = await takenOver("chain");
    const other = await takenOver("other");
    service.clock.advance(1);
    const accomplice = (await signIn(service, third)).access;
    await service.post(managers, { account_name: third, contact: true }, accomplice);
    const since = await mailedToken(service, `${taker}@example.com`);
    expect((await undo(link)).status).toBe(200);
    expect((await undo(since)).status).toBe(410);
    expect(namesOf(await service.get(managers, accomplice))).toEqual([contact, taker, third]);
    expect((await undo(other.link)).status).toBe(200);
  });

  test("R-43 of two links for one contact and license only the newer one works", async () => {
    const { contact, taker, token, managers, link } = await takenOver("twice");
    await service.post(managers, { account_name: contact, contact: true }, token);
    await service.post(managers, { account_name: taker, contact: true }, token);
    const newer = await mailedToken(service, `${contact}@example.com`);
    expect((await undo(link)).status).toBe(410);
    expect((await undo(newer)).status).toBe(200);
  });

  test("R-43 a contact who hands the license over herself gets no link", async () => {
    await makeAccounts(service, "giver", "heir");
    await makeLicense(service, { id: "given", owners: ["giver", "heir"] });
    const token = (await signIn(service, "giver")).access;
    await service.post("licenses/given/managers/", { account_name: "heir", contact: true }, token);
    expect((await mailTo(service, "giver@example.com")).text).not.toContain("/undo-contact");
  });

  test("R-43 a person who has closed her account since does not become manager or contact again", async () => {
    const gone = await takenOver("gone");
    const without = await takenOver("without");
    for (const name of [gone.contact, without.third]) await setAccount(service, name, { state: 300 });
    expect((await undo(gone.link)).status).toBe(410);
    expect((await undo(without.link)).status).toBe(200);
    expect(namesOf(await service.get(without.managers, without.token))).toEqual([without.contact, without.taker]);
  });

  test("R-43 the link does not undo a later handover by support", async () => {
    const { link, third } = await takenOver("handed");
    await makeAccounts(service, { username: "stella", is_staff: true });
    const staff = (await signIn(service, "stella")).access;
    const transfer = { owners: [third], reason: "asked by mail" };
    const handed = await service.post("admin/licenses/handed/transfer/", transfer, staff);
    expect(handed.status, JSON.stringify(handed.body)).toBe(200);
    expect((await undo(link)).status).toBe(410);
  });

  test("R-07 R-24 wrong tokens get 410 or 422 and count against the network", async () => {
    const { link } = await takenOver("guessed");
    for (const token of ["", [], null, 0, true, ["x"]]) expect([410, 422]).toContain((await undo(token)).status);
    const statuses: number[] = [];
    for (let n = 0; n < 31; n++) statuses.push((await undo(`ml_${n}`, n % 2, "198.51.100.77")).status);
    expect(new Set(statuses.slice(0, 30))).toEqual(new Set([410]));
    expect(statuses[30]).toBe(429);
    expect((await undo(link, 0, "198.51.100.78")).status).toBe(200);
  });
});
