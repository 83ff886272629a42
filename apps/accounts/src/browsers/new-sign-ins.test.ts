import { limitKey } from "@foyer/service-kit/rate-limit";
import { afterAll, expect, test } from "vitest";
import { newBrowser, type TestBrowser } from "../testing/browser.ts";
import { newPerson, password } from "../testing/factories.ts";
import { confirmedSignUp } from "../testing/mails.ts";
import { startAccounts } from "../testing/test-accounts.ts";

const service = await startAccounts({ instances: 2 });
afterAll(() => service.close());

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
let networks = 0;
const newNetwork = (): string => `10.9.${++networks >> 8}.${networks & 255}`;

const newName = async (): Promise<string> => (await newPerson(service)).name;

async function enter(browser: TestBrowser, username: string, userAgent = firefox, instance = 0): Promise<void> {
  const headers = { "user-agent": userAgent };
  const { status } = await browser.post("signin/", { username, password }, { headers, instance });
  expect(status).toBe(200);
}

async function notices(username: string): Promise<string[]> {
  await service.work();
  return service.mailer.messages
    .filter(({ to, subject }) => to === `${username}@example.com` && subject.startsWith("New sign-in"))
    .map(({ text }) => text);
}

test("KEY-09 a sign-in from a new browser and a new place is mailed with device, time and address; the first sign-in is not", async () => {
  const name = await newName();
  const home = newBrowser(service, newNetwork());
  await enter(home, name);
  expect(await notices(name)).toEqual([]);
  service.clock.advance(60);
  const ip = newNetwork();
  await enter(newBrowser(service, ip), name);
  const [text = "", ...more] = await notices(name);
  expect(more).toEqual([]);
  const at = service.clock.now().toISOString();
  for (const fact of [name, "Firefox on Linux", ip, `${at.slice(11, 16)} UTC`]) expect(text).toContain(fact);
});

test("KEY-09 a known browser in a new place and a new browser in a known place send no mail", async () => {
  const name = await newName();
  const [home, office] = [newNetwork(), newNetwork()];
  const laptop = newBrowser(service, home);
  await enter(laptop, name);
  // The laptop signs in from the office; later a new browser signs in there, and another one at home.
  expect((await laptop.post("signin/", { username: name, password }, { ip: office })).status).toBe(200);
  await enter(newBrowser(service, office), name);
  await enter(newBrowser(service, home), name);
  expect(await notices(name)).toEqual([]);
});

test("KEY-09 a place is a network: an IPv6 neighbor of the same /64 is the same place", async () => {
  const name = await newName();
  await enter(newBrowser(service, "2001:db8:9:9::1"), name);
  await enter(newBrowser(service, "2001:db8:9:9:ffff::2"), name);
  expect(await notices(name)).toEqual([]);
  await enter(newBrowser(service, "2001:db8:9:a::1"), name);
  expect(await notices(name)).toHaveLength(1);
});

test("KEY-09 the first sign-in after signing up sends no mail, from any place", async () => {
  const name = "newcomer";
  const token = await confirmedSignUp(service, `${name}@example.com`);
  const account = { new_account_name: name, new_password: password, new_password_2: password };
  expect((await service.post("user/", account, token)).status).toBe(200);
  await enter(newBrowser(service, newNetwork()), name);
  expect(await notices(name)).toEqual([]);
});

test("KEY-09 a refused sign-in sends no mail, and a user agent cannot put words into one", async () => {
  const name = await newName();
  await enter(newBrowser(service, newNetwork()), name);
  const stranger = newBrowser(service, newNetwork());
  expect((await stranger.post("signin/", { username: name, password: "wrong" })).status).toBe(401);
  expect(await notices(name)).toEqual([]);
  await enter(stranger, name, "Visit https://evil.example to keep your account\u0007");
  const [text = ""] = await notices(name);
  expect(text).toContain("An unknown device");
  expect(text).not.toContain("evil");
});

test("KEY-09 a thief with the password cannot fill the mailbox: ten mails a day, each counted in the ledger", async () => {
  const name = await newName();
  await enter(newBrowser(service, newNetwork()), name);
  for (let count = 0; count < 13; count++) await enter(newBrowser(service, newNetwork()), name, firefox, count % 2);
  expect(await notices(name)).toHaveLength(10);
  const { rows } = await service.database.pool.query("select tries from rate_limits where key = $1", [
    limitKey(`mail:${name}@example.com`),
  ]);
  expect(rows).toEqual([{ tries: 10 }]);
  service.clock.advance(86_400);
  await enter(newBrowser(service, newNetwork()), name);
  expect(await notices(name)).toHaveLength(11);
});

test("KEY-09 a browser that a reset made unknown leaves its place known", async () => {
  const name = await newName();
  const home = newNetwork();
  await enter(newBrowser(service, home), name);
  await service.database.pool.query(
    "update browsers set secret_hash = null from accounts where accounts.id = account_id and username = $1",
    [name],
  );
  await enter(newBrowser(service, home), name);
  expect(await notices(name)).toEqual([]);
});
