import { eventually, type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import { afterAll, beforeAll, expect, test } from "vitest";

/** Tests the staff's calls as an external client. */
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

test("ROLE-04 the staff's calls exist only for staff, and each act is recorded with its reason", async () => {
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

test("ROLE-04 a file is previewed, loaded and listed; loading it again changes nothing, and a large one is refused", async () => {
  const staff = await tokenOf("staff");
  const imports = (path: string, file: string, more: object = {}) =>
    post(`admin/imports/${path}`, staff, { file, ...more });
  const license = { type: "license", id: "lic-9", owners: ["nora"], product_id: "TASK-3", description: "Tasklight 3" };
  const file = [account("nora", { cards: ["4242424242424242"] }), license]
    .map((line) => JSON.stringify(line))
    .join("\n");
  const wrong = file.replace('"TASK-3"', '"TASK-3","total_seats":0');
  const { faults } = (await imports("check/", wrong)).body;
  expect(faults).toEqual([{ line: 2, field: "total_seats", message: "0 is not an integer from 1 to 2200" }]);
  const preview = await imports("check/", file);
  expect(preview.body).toMatchObject({ imported: { account: 1, license: 1 }, cards: 1, fault_count: 0 });
  const load = async () => {
    const begun = await imports("", file, { name: "nora.jsonl", reason: "moves to us" });
    return eventually(async () => {
      const { imports: all } = (await foyer.call("GET", "/api/1.1/admin/imports/", { token: staff })).body;
      const own = all.find(({ id }: { id: string }) => id === begun.body.id);
      return own.state === "done" && own;
    }, "the loaded file");
  };
  expect(await load()).toMatchObject({ file: "nora.jsonl", imported: { account: 1, license: 1 }, passwords: 1 });
  expect(await load()).toMatchObject({ imported: { account: 0, license: 0 }, skipped: { account: 1, license: 1 } });
  expect(await tokenOf("nora")).toMatch(/^at_/);
  expect((await imports("check/", `# ${"x".repeat(1_100_000)}`)).status).toBe(413);
});
