import { parseCsv } from "@foyer/domain/csv";
import { afterAll, expect, test } from "vitest";
import { makeAccounts, makeLicense, makeSeats, signIn } from "../testing/factories.ts";
import { mailedToken, mailTo } from "../testing/mails.ts";
import { serviceCredential, startAccounts } from "../testing/test-accounts.ts";

const DAY = 86_400;
const service = await startAccounts({ instances: 2 });
afterAll(() => service.close());

let made = 0;
async function person(): Promise<{ name: string; address: string; access: string }> {
  const name = `reader${++made}`;
  await makeAccounts(service, name);
  return { name, address: `${name}@example.com`, access: (await signIn(service, name)).access };
}
const start = (token: string, instance = 0) => service.call("POST", "user/data_export/", { token, instance });
const download = (token: string, link: string, instance = 0) =>
  service.call("POST", "user/data_export/download/", { token, body: { token: link }, instance });

test("ERASE-05 the mailed link downloads all data stored about the person, as JSON and CSV, without secrets or data of others", async () => {
  const { name, address, access } = await person();
  const other = await person();
  await makeLicense(service, {
    id: `team-${name}`,
    owners: [name, other.name],
    key: `KEY-${name}`,
    key_owner: "Rita Reader",
  });
  await makeSeats(service, `team-${name}`, name, other.name, "guest@elsewhere.example");
  await service.post(`registration_seats/team-${name}/`, { seats: ["second@elsewhere.example"] }, access);
  await service.call("POST", "password_reset/", { body: { email_address: address }, ip: "192.0.2.77" });
  await service.post("user/second_factor/", {}, access);
  const reset = await mailedToken(service, address);

  expect((await start(access)).body.export).toMatchObject({ parts_done: 0, ready_until: null });
  await service.work();
  const { body: state } = await service.call("GET", "user/data_export/", { token: access, instance: 1 });
  expect(state.export.parts_done).toBe(state.export.parts);
  expect(Date.parse(state.export.ready_until) - service.clock.now().getTime()).toBe(7 * DAY * 1_000);
  const mail = await mailTo(service, address);
  expect(mail.subject).toContain("data is ready");
  const link = await mailedToken(service, address);

  const { status, body } = await download(access, link, 1);
  expect(status).toBe(200);
  const [json, csv] = body.files;
  const data = JSON.parse(json.text);
  expect(data.account).toMatchObject([{ account_name: name, email: address, second_factor: false }]);
  expect(data.licenses).toMatchObject([{ id: `team-${name}`, key: `KEY-${name}`, key_owner: "Rita Reader" }]);
  expect(data.seats).toMatchObject([{ license_id: `team-${name}`, email: address }]);
  expect(data.security_events.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(["session.opened", "password.reset_asked", "data.asked_for"]),
  );
  expect(data.license_events).toMatchObject([{ act: "seats.invited", license_id: `team-${name}` }]);
  expect(data.mailed_links.length).toBeGreaterThan(0);
  const rows = parseCsv(csv.text);
  expect(rows[0]).toEqual(["where", "value"]);
  expect(rows).toContainEqual(["account.0.email", address]);

  const hidden = await service.database.pool.query<{ word: string }>(
    `select secret as word from accounts.second_factors
     union all select password_hash from accounts.accounts where password_hash is not null
     union all select encode(access_hash, 'hex') from accounts.sessions
     union all select encode(secret_hash, 'hex') from accounts.mailed_secrets where secret_hash is not null
     union all select reference from accounts.seats where reference is not null
     union all select short_code from accounts.seats where short_code is not null`,
  );
  const secrets = [...hidden.rows.map(({ word }) => word), access, link, reset];
  const others = [other.name, other.address, "guest@elsewhere.example", "second@elsewhere.example"];
  for (const word of [...secrets, ...others]) {
    expect(json.text, word).not.toContain(word);
    expect(csv.text, word).not.toContain(word);
  }
});

test("ERASE-05 the link needs a session of its owner and works repeatedly for 7 days; then the data is deleted", async () => {
  const { address, access, name } = await person();
  const thief = await person();
  await start(access);
  const link = await mailedToken(service, address);
  expect((await service.call("POST", "user/data_export/download/", { body: { token: link } })).status).toBe(401);
  expect(await download(thief.access, link)).toMatchObject({ status: 410, body: { code: 1012 } });
  expect(await download(access, "ml_nothing")).toMatchObject({ status: 410 });
  service.clock.advance(6 * DAY);
  const { access: later } = await signIn(service, name);
  for (const instance of [0, 1]) expect((await download(later, link, instance)).status).toBe(200);
  service.clock.advance(DAY);
  const { access: late } = await signIn(service, name);
  expect((await download(late, link)).status).toBe(410);
  await service.sweep("prune-sessions");
  const left = await service.database.kysely.selectFrom("data_exports").select("id").execute();
  expect(left).toEqual([]);
});

test("ERASE-05 of twenty concurrent requests one succeeds, the next after a day; a newer export replaces the older link", async () => {
  const { address, access } = await person();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => start(access, index % 2)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({ status: 409, body: { code: 2006 } });
  const first = await mailedToken(service, address);
  service.clock.advance(DAY);
  const { access: next } = await signIn(service, address.split("@")[0] ?? "");
  expect((await start(next)).status).toBe(200);
  const second = await mailedToken(service, address);
  expect((await download(next, first)).status).toBe(410);
  expect((await download(next, second)).status).toBe(200);
});

test("ERASE-05 an export of a payer waits for the purchase service's part, and sends one mail", async () => {
  const { name, address, access } = await person();
  await service.database.kysely
    .updateTable("accounts")
    .set({ customer_ids: ["cus_77"] })
    .where("username", "=", name)
    .execute();
  await start(access);
  await service.work();
  const waiting = await service.call("GET", "internal/data_exports/", { token: serviceCredential });
  expect(waiting.body.exports).toMatchObject([{ customer_ids: ["cus_77"] }]);
  const { body } = await service.get("user/data_export/", access);
  expect(body.export).toMatchObject({ parts_done: body.export.parts - 1, ready_until: null });
  const [{ id }] = waiting.body.exports;
  const part = { id, payments: JSON.stringify([{ customer: "cus_77", cards: [{ last4: "4242" }] }]) };
  for (let round = 0; round < 2; round += 1) {
    expect((await service.post("internal/data_exports/", part, serviceCredential)).status).toBe(200);
  }
  await service.work();
  expect(service.mailer.messages.filter(({ to }) => to === address)).toHaveLength(1);
  const { body: got } = await download(access, await mailedToken(service, address));
  expect(JSON.parse(got.files[0].text).payments).toMatchObject([{ customer: "cus_77" }]);
  expect((await service.call("GET", "internal/data_exports/", { token: serviceCredential })).body.exports).toEqual([]);
});
