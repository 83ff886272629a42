import { beforeAll, expect, test } from "vitest";
import { makeAccounts, makeLicense, makeSeats, openSessions } from "../testing/factories.ts";
import { mailedKey } from "../testing/mails.ts";
import { type Answer, testAccounts } from "../testing/test-accounts.ts";

const service = testAccounts({ instances: 2 });
let manager: string;

beforeAll(async () => {
  await makeAccounts(service, "maria");
  [manager = ""] = await openSessions(service, "maria");
});

let teams = 0;
/** Creates a team with that many invitations. Returns the paths of their short links. */
async function invited(count: number): Promise<string[]> {
  const license = `team-${++teams}`;
  await makeLicense(service, { id: license, owners: ["maria"], total_seats: count });
  await makeSeats(service, license, ...Array.from({ length: count }, (_, n) => `p${n}@example.com`));
  const { body } = await service.get(`registration_seats/${license}/`, manager);
  return body.seats.map(({ short_url }: { short_url: string }) => new URL(short_url).pathname);
}

const browser = { accept: "text/html,application/xhtml+xml" };
let asked = 0;
const from = (ip: string, path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  service.call("GET", path, { ip, headers, instance: asked++ % 2 });

/** Follows a short link to its page, and reads the invitation as the page does. Returns the status codes of both calls. */
async function open(ip: string, path: string): Promise<[number, number]> {
  const link = await from(ip, path, browser);
  const reference = new URLSearchParams(String(link.headers["location"]).split("?")[1]).get("ref");
  return [link.status, (await from(ip, `invitations/${reference}/`)).status];
}

test("R-07 a hundred colleagues behind one IP address open their invitations, concurrently and one after the other", async () => {
  const links = await invited(100);
  for (const answers of [
    await Promise.all(links.map((link) => open("203.0.113.1", link))),
    [await open("203.0.113.1", links[0] ?? ""), await open("203.0.113.1", links[1] ?? "")],
  ])
    for (const statuses of answers) expect(statuses).toEqual([302, 200]);
});

test("R-07 dead links count, by short link and page together; over the limit even live links are refused", async () => {
  const [link = ""] = await invited(1);
  const ip = "203.0.113.2";
  for (let n = 0; n < 30; n++) {
    expect((await from(ip, `/i/unknown${n}`, browser)).headers["location"]).toBe("/confirm-invite/?ref=used");
    expect((await from(ip, `invitations/unknown-reference-${n}/`)).status).toBe(410);
  }
  const page = await from(ip, "invitations/unknown-reference/");
  expect([page.status, page.body.code]).toEqual([429, 1003]);
  // A browser is redirected to a page that explains the limit and can retry the same link.
  const limited = await from(ip, link, browser);
  const [path, query] = String(limited.headers["location"]).split("?");
  const said = Object.fromEntries(new URLSearchParams(query));
  expect([limited.status, path, said["code"]]).toEqual([302, "/confirm-invite/", link.slice("/i/".length)]);
  expect(Number(said["wait"])).toBeGreaterThan(500);
  expect(Number(said["wait"])).toBeLessThanOrEqual(600);
  const program = await from(ip, link);
  expect([program.status, program.body.code]).toEqual([429, 1003]);
  expect(Number(program.headers["retry-after"])).toBeGreaterThan(500);
  expect(await open("203.0.113.3", link)).toEqual([302, 200]);
  service.clock.advance(601);
  expect(await open(ip, link)).toEqual([302, 200]);
});

test("R-07 of two hundred concurrent guesses on two instances sixty are answered", async () => {
  const [link = ""] = await invited(1);
  const ip = "203.0.113.4";
  const guesses = Array.from({ length: 200 }, (_, n) => from(ip, `invitations/another-guess-${n}/`));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 410)).toHaveLength(60);
  // The others wait for running calls, or are refused because too many wait.
  expect(statuses.filter((status) => status === 429 || status === 503)).toHaveLength(140);
  expect((await from(ip, link)).status).toBe(429);
});

test("R-07 forty people behind one IP address confirm their sign-up; wrong keys count", async () => {
  const ip = "203.0.113.5";
  const confirm = (email_address: string, confirm_key: string): Promise<Answer> =>
    service.call("POST", "user/verify_email/", { body: { email_address, confirm_key }, ip });
  for (let n = 0; n < 40; n++) {
    const email_address = `new${n}@example.com`;
    await service.call("POST", "user/verify_email/", { body: { email_address }, ip: `198.51.100.${n}` });
    expect((await confirm(email_address, await mailedKey(service, email_address))).status).toBe(200);
  }
  for (let n = 0; n < 30; n++) expect((await confirm(`nobody${n}@example.com`, "wrong-key")).status).not.toBe(429);
  expect((await confirm("nobody@example.com", "wrong-key")).status).toBe(429);
});

test("R-07 dead mailed links of any purpose count", async () => {
  const ip = "203.0.113.6";
  const body = { token: "dead", new_password: "a-long-lantern-42", new_password_2: "a-long-lantern-42" };
  const paths = ["user/confirm_email/", "user/undo_email/", "password_reset/confirm/"];
  for (let n = 0; n < 11; n++)
    for (const path of paths) expect((await service.call("POST", path, { body, ip })).status).toBe(n < 10 ? 410 : 429);
});
