import { afterAll, expect, test } from "vitest";
import { makeAccounts, rowsOf, signIn } from "../testing/factories.ts";
import { mailedToken } from "../testing/mails.ts";
import { startAccounts } from "../testing/test-accounts.ts";

let people = 0;
const service = await startAccounts({ instances: 2 });
afterAll(() => service.close());

/** Creates a person with three sessions. */
async function newPerson() {
  const name = `changer${++people}`;
  await makeAccounts(service, name);
  const sessions = [await signIn(service, name), await signIn(service, name, 1), await signIn(service, name)];
  const [asks = "", ...others] = sessions.map(({ access }) => access);
  const to = `new-${name}@example.com`;
  return { name, email: `${name}@example.com`, to, asks, others, sessions };
}
const isLive = async (token: string): Promise<boolean> =>
  (await service.post("user/", undefined, token)).status === 200;
const areLive = (tokens: readonly string[]): Promise<boolean[]> => Promise.all(tokens.map(isLive));
const confirm = async (address: string, token?: string) =>
  service.post("user/confirm_email/", { token: await mailedToken(service, address) }, token);

test("KEY-10 a confirmed change of address ends all sessions but the one that asked, wherever the link is opened", async () => {
  const { asks, others, to, sessions } = await newPerson();
  expect((await service.post("user/", { new_email_address: to }, asks)).status).toBe(200);
  expect(await areLive([asks, ...others])).toEqual([true, true, true]);
  // The link is opened in another live session.
  expect((await confirm(to, others[0])).status).toBe(200);
  expect(await areLive([asks, ...others])).toEqual([true, false, false]);
  expect((await service.post("refresh/", { refresh_token: sessions[1]?.refresh })).status).toBe(401);
});

test("KEY-10 the session that asked can still be refreshed", async () => {
  const { asks, to, sessions } = await newPerson();
  await service.post("user/", { new_email_address: to }, asks);
  const { body } = await service.post("refresh/", { refresh_token: sessions[0]?.refresh });
  expect((await confirm(to)).status).toBe(200);
  expect(await isLive(body.token.access_token)).toBe(true);
});

test("KEY-10 if the session that asked has ended, all sessions end", async () => {
  const { asks, others, to } = await newPerson();
  await service.post("user/", { new_email_address: to }, asks);
  await service.call("GET", "signout/", { token: asks });
  expect((await confirm(to)).status).toBe(200);
  expect(await areLive(others)).toEqual([false, false]);
});

test("KEY-10 of two sessions that asked, the last one and its link count", async () => {
  const { asks, others, to } = await newPerson();
  await service.post("user/", { new_email_address: to }, asks);
  await service.post("user/", { new_email_address: `later-${to}` }, others[1]);
  expect((await confirm(`later-${to}`)).status).toBe(200);
  expect(await areLive([asks, ...others])).toEqual([false, false, true]);
});

test("KEY-10 a change requested without a stored session ends all sessions", async () => {
  const { name, asks, others, to } = await newPerson();
  await service.post("user/", { new_email_address: to }, asks);
  await service.database.pool.query(
    "update mailed_secrets set session_id = null from accounts where accounts.id = account_id and username = $1",
    [name],
  );
  expect((await confirm(to)).status).toBe(200);
  expect(await areLive([asks, ...others])).toEqual([false, false, false]);
});

test("KEY-10 R-33 undoing the change ends all sessions, including the one that asked", async () => {
  const { asks, others, email, to } = await newPerson();
  await service.post("user/", { new_email_address: to }, asks);
  const undo = await mailedToken(service, email);
  expect((await confirm(to)).status).toBe(200);
  expect((await service.post("user/undo_email/", { token: undo })).status).toBe(200);
  expect(await areLive([asks, ...others])).toEqual([false, false, false]);
});

test("KEY-10 sign-ins and refreshes concurrent with the confirmation leave no earlier session except the one that asked", async () => {
  const { name, asks, to, sessions } = await newPerson();
  await service.post("user/", { new_email_address: to }, asks);
  const token = await mailedToken(service, to);
  const [confirmed, ...refreshed] = await Promise.all([
    service.call("POST", "user/confirm_email/", { body: { token } }),
    ...sessions.map(({ refresh }, index) =>
      service.call("POST", "refresh/", { body: { refresh_token: refresh }, instance: index % 2 }),
    ),
  ]);
  expect(confirmed.status).toBe(200);
  const next = refreshed.flatMap(({ body }) => body.token?.access_token ?? []);
  expect((await areLive([...next, asks])).filter(Boolean)).toHaveLength(1);
  expect(await rowsOf(service, name, "sessions")).toHaveLength(1);
});
