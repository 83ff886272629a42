import { eventually, type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import { afterAll, beforeAll, expect, test } from "vitest";

const MONTHLY = "OUTLINE-5-SUB-MONTHLY-WEB";
let foyer: RunningSystem;

beforeAll(async () => {
  const lines = [
    { type: "account", username: "ada", email: "ada@example.com", password: "river-stone-ada" },
    { type: "license", id: "lic", owners: ["ada"], product_id: MONTHLY, description: "Outlinear 5", total_seats: 5 },
    { type: "subscription", license: "lic", current_period_end: "+15d" },
  ];
  foyer = await startFoyer({ lines });
}, 90_000);
afterAll(() => foyer.close());

const provider = (method: string, path: string, form?: Record<string, string>) =>
  foyer.call(method, `/sandbox/stripe/v1/${path}`, {
    headers: { authorization: "Bearer sk_test_sandbox" },
    ...(form ? { form } : {}),
  });

test("R-59 reconcile prints what differs, stores it unless it is a dry run, and needs no running system", async () => {
  const token = await foyer.signIn("ada", "river-stone-ada");
  const { body } = await foyer.call("POST", "/api/1.1/user/", { token });
  const path = `/api/v2/customer/${body.userinfo.customer_id[0]}/subscriptions`;
  const read = async () => (await foyer.call("GET", path, { token })).body.subscriptions[0];
  const { id } = await read();
  await foyer.call("POST", "/sandbox/webhook_chaos", { json: { drop: true } });
  await provider("POST", `subscriptions/${id}`, { cancel_at_period_end: "true" });

  const told = `${id}: cancel at period end is false here and true at the payment provider\n`;
  const dry = { code: 0, stdout: `${told}1 subscription compared, 1 difference, nothing was changed (dry run).\n` };
  expect(await foyer.command(["reconcile", "--dry-run"])).toMatchObject(dry);
  expect((await read()).cancel_at_period_end).toBe(false);
  const done = { code: 0, stdout: `${told}1 subscription compared, 1 difference, taken over from the provider.\n` };
  expect(await foyer.command(["reconcile"])).toMatchObject(done);
  expect((await read()).cancel_at_period_end).toBe(true);
  const licenses = "/api/1.1/managed_team_licenses/";
  await eventually(
    async () => (await foyer.call("POST", licenses, { token })).body.managed_team_licenses[0].cancel_at_period_end,
    "the license to hear of it",
  );

  await provider("POST", `subscriptions/${id}`, { cancel_at_period_end: "false" });
  await foyer.stop();
  expect((await foyer.command(["reconcile"])).stdout).toContain("1 difference, taken over");
  expect(await foyer.command(["reconcile", "--dry-run"])).toMatchObject({
    code: 0,
    stdout: "1 subscription compared, 0 differences.\n",
  });
  expect(await foyer.command(["reconcile", "everything"])).toMatchObject({
    code: 1,
    stderr: "Usage: npm run foyer -- reconcile [--dry-run]\n",
  });
}, 60_000);
