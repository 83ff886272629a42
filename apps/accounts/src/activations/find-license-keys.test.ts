import { afterAll, expect, test } from "vitest";
import { makeAccounts, makeLicense, makeSeats, openSessions } from "../testing/factories.ts";
import { startAccounts } from "../testing/test-accounts.ts";

const service = await startAccounts({ instances: 2 });
afterAll(() => service.close());
await makeAccounts(service, "maria", "hugo", { username: "gone", state: 300 });
await makeLicense(service, { id: "team", owners: ["maria"], key: "TEAM-KEY-123456", description: "Outliner 5" });
await makeSeats(service, "team", "maria", "hugo");
await service.database.pool.query(
  `insert into license_keys (key, owner, product_id, description, seats, eligible) values
    ('OLD-KEY-654321', 'Liam@Example.com', 'OUTLINE-4-LEGACY', 'Outliner 4', 1, true),
    ('OLD-KEY-REVOKED', 'liam@example.com', 'OUTLINE-3-LEGACY', 'Outliner 3', 1, false)`,
);

const find = (address: string, ip: string) =>
  service.call("POST", "license_keys/find/", { body: { email_address: address }, ip });
/** Texts of the mails to that address since the last call. */
async function mailsTo(address: string): Promise<string[]> {
  await service.work();
  const all = service.mailer.messages.splice(0);
  return all.filter(({ to }) => to === address).map(({ text }) => text);
}

test("WAL-18 the answer is the same for every address and comes before anything is looked up", async () => {
  const answers = [];
  for (const address of ["maria@example.com", "nobody@example.com", "gone@example.com"]) {
    const { status, body } = await find(address, "203.0.113.1");
    answers.push([status, body]);
  }
  expect(answers).toEqual(answers.map(() => [200, { status: "success" }]));
  const wrong = await find("not an address", "203.0.113.1");
  expect([wrong.status, wrong.body.code]).toEqual([422, 3019]);
  expect(service.mailer.messages).toEqual([]);
  await service.work();
  expect(service.mailer.messages.map(({ to }) => to).toSorted()).toEqual([
    "gone@example.com",
    "maria@example.com",
    "nobody@example.com",
  ]);
  service.mailer.messages.length = 0;
  await service.forgetTries();
});

test("WAL-18 the mail lists the licenses of the address, with keys masked to their last six characters", async () => {
  await find("maria@example.com", "203.0.113.2");
  const [owner = ""] = await mailsTo("maria@example.com");
  expect(owner).toContain("Outliner 5: key ending in 123456");
  expect(owner).not.toContain("KEY-123456");
  expect(owner).toContain("the account maria");
  await find("hugo@example.com", "203.0.113.2");
  expect((await mailsTo("hugo@example.com"))[0]).toContain("Outliner 5: no key; sign in to use it");
  await find(" liam@example.com ", "203.0.113.2");
  const [legacy = ""] = await mailsTo("liam@example.com");
  expect(legacy).toContain("Outliner 4: key ending in 654321");
  expect(legacy).not.toContain("Outliner 3");
  expect(legacy).toContain("Sign up with this address");
  await service.forgetTries();
});

test("WAL-18 the mail also lists a key of the address that is registered in the account of another address", async () => {
  await makeLicense(service, { id: "mine", owners: ["maria"], key: "SOLD-KEY-333444" });
  await service.database.pool.query(
    `insert into license_keys (key, owner, product_id, description, seats, license_id) values
      ('SOLD-KEY-111222', 'maria@old.example', 'OUTLINE-5', 'Outliner 5 Pro', 1, 'team'),
      ('SOLD-KEY-333444', 'Maria@Example.com', 'OUTLINE-5', 'Outliner 5', 1, 'mine')`,
  );
  await find("maria@old.example", "203.0.113.4");
  const [old = ""] = await mailsTo("maria@old.example");
  expect(old).toContain("Outliner 5 Pro: key ending in 111222, registered in the account of another address");
  expect(old).not.toContain("Sign up");
  await find("maria@example.com", "203.0.113.4");
  const [own = ""] = await mailsTo("maria@example.com");
  // Her license has that key, and is named once.
  expect(own.match(/key ending in 333444/g)).toHaveLength(1);
  await find("liam@example.com", "203.0.113.4");
  expect((await mailsTo("liam@example.com"))[0]).toContain("Outliner 4: key ending in 654321, not registered yet");
  await service.forgetTries();
});

test("WAL-18 an address without licenses gets one mail a day", async () => {
  for (let tries = 0; tries < 2; tries += 1) await find("nobody@example.com", "203.0.113.3");
  expect(await mailsTo("nobody@example.com")).toEqual([expect.stringContaining("We found none")]);
  service.clock.advance(86_401);
  await find("nobody@example.com", "203.0.113.3");
  expect(await mailsTo("nobody@example.com")).toHaveLength(1);
});

test("WAL-18 without limits too, an address without licenses gets one mail a day", async () => {
  const unlimited = await startAccounts({ limitsOff: "asks about one address as often as it likes" });
  for (let tries = 0; tries < 5; tries += 1) {
    const { status } = await unlimited.call("POST", "license_keys/find/", {
      body: { email_address: "nobody@example.com" },
    });
    expect(status).toBe(200);
  }
  await unlimited.work();
  expect(unlimited.mailer.messages.map(({ to }) => to)).toEqual(["nobody@example.com"]);
  await unlimited.close();
});

test("WAL-18 mails caused by other people do not count against the limit of these mails", async () => {
  await makeLicense(service, { id: "noise", owners: ["hugo"], total_seats: 9 });
  const [hugo] = await openSessions(service, "hugo");
  const address = "liam@example.com";
  for (let round = 0; round < 3; round += 1) {
    const invited = await service.post("registration_seats/noise/", { seats: [address] }, hugo);
    expect(await mailsTo(address)).toHaveLength(1);
    const { seats } = invited.body;
    await service.call("DELETE", "registration_seats/noise/", { token: hugo, body: { seats } });
  }
  await find(address, "203.0.113.5");
  expect(await mailsTo(address)).toEqual([expect.stringContaining("key ending in 654321")]);
  await service.forgetTries();
});

test("WAL-18 at most half of a key of six characters or fewer is mailed", async () => {
  await service.database.pool.query(
    `insert into license_keys (key, owner, product_id, description, seats) values
      ('abc12X', 'short@example.com', 'OUTLINE-4-LEGACY', 'Outliner 4', 1)`,
  );
  await find("short@example.com", "203.0.113.6");
  const [mail = ""] = await mailsTo("short@example.com");
  expect(mail).toContain("Outliner 4: key ending in 12X");
  expect(mail).not.toContain("abc12X");
  await service.forgetTries();
});

test("WAL-18 an address can be asked for 3 times an hour, and a caller can ask 20 times", async () => {
  const codes: number[] = [];
  for (let tries = 0; tries < 4; tries += 1)
    codes.push((await find("ada@example.com", `203.0.113.${10 + tries}`)).status);
  expect(codes).toEqual([200, 200, 200, 429]);
  const more: number[] = [];
  for (let tries = 0; tries < 21; tries += 1) more.push((await find(`a${tries}@example.com`, "203.0.113.90")).status);
  expect(more.filter((status) => status === 200)).toHaveLength(20);
  expect(more.at(-1)).toBe(429);
});
