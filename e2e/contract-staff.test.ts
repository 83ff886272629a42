import { type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import { afterAll, beforeAll, expect, test } from "vitest";

/** The staff's calls as a stranger meets them. */
let foyer: RunningSystem;

const account = (username: string, more: object = {}) => ({
  type: "account",
  username,
  email: `${username}@example.com`,
  password: `river-stone-${username}`,
  ...more,
});

beforeAll(async () => {
  foyer = await startFoyer({ lines: [account("maria"), account("paul"), account("staff", { is_staff: true })] });
});
afterAll(() => foyer.close());

const post = (address: string, token: string | undefined, json: unknown = {}) =>
  foyer.call("POST", `/api/1.1/${address}`, { ...(token ? { token } : {}), json });
const tokenOf = (username: string): Promise<string> => foyer.signIn(username, `river-stone-${username}`);
const refusalOf = (answer: { status: number; body: { code?: unknown } }) => [answer.status, answer.body.code];

test("ROLE-04 the staff's calls exist for staff alone, and what they do is recorded with its reason", async () => {
  const maria = await tokenOf("maria");
  expect(refusalOf(await foyer.call("GET", "/api/1.1/admin/search/?q=maria", { token: maria }))).toEqual([404, 2004]);
  const staff = await tokenOf("staff");
  const found = await foyer.call("GET", "/api/1.1/admin/search/?q=maria", { token: staff });
  expect(found.status).toBe(200);
  expect((await foyer.call("GET", "/api/1.1/admin/accounts/paul/", { token: staff })).status).toBe(200);
  expect(refusalOf(await post("admin/accounts/paul/state/", staff, { account_state: 300 }))).toEqual([422, 4000]);
  expect((await post("admin/accounts/paul/state/", staff, { account_state: 300, reason: "asked for it" })).status).toBe(
    200,
  );
  expect(refusalOf(await post("signin/", undefined, { username: "paul", password: "river-stone-paul" }))).toEqual([
    403, 1004,
  ]);
  const acts = await foyer.call("GET", "/api/1.1/admin/acts/", { token: staff });
  expect(acts.body.acts[0]).toMatchObject({
    staff: "staff",
    target: expect.stringContaining("paul"),
    reason: "asked for it",
    at: expect.any(String),
  });
});
