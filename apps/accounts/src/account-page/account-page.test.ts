import { accountsCalls } from "@foyer/contract/endpoints";
import { readAccountPage } from "@foyer/contract/account-page";
import { afterAll, expect, test } from "vitest";
import { makeAccounts, makeLicense, makeSeats, openSessions } from "../testing/factories.ts";
import { startAccounts } from "../testing/test-accounts.ts";

const service = await startAccounts();
afterAll(() => service.close());

const names = Object.keys(readAccountPage.reply.shape) as (keyof typeof accountsCalls)[];

test("HOME-01 the account page's answer contains the same status and body as each of its calls", async () => {
  await makeAccounts(service, "page-owner", "page-other");
  await makeLicense(service, { id: "page-team", owners: ["page-owner"], total_seats: 4 });
  await makeSeats(service, "page-team", "page-owner");
  await makeLicense(service, { id: "page-other-team", owners: ["page-other"] });
  const [token] = await openSessions(service, "page-owner");
  const page = await service.get("user/account_page/", token);
  expect(page.status).toBe(200);
  expect(Object.keys(page.body)).toEqual(names);
  for (const name of names) {
    const { method, path } = accountsCalls[name];
    const query = name === "listAccountEvents" ? "?limit=5" : "";
    const alone = await service.call(method, `${path}${query}`, { token });
    expect(page.body[name], name).toEqual({ status: alone.status, body: alone.body });
  }
  expect(JSON.stringify(page.body.listManagedLicenses)).toContain("page-team");
  expect(JSON.stringify(page.body)).not.toContain("page-other");
});

test("R-38 without a session the account page is refused and contains no part", async () => {
  const { status, body } = await service.get("user/account_page/", "nobody");
  expect([status, body.code]).toEqual([401, 1002]);
  expect(body).not.toHaveProperty("listSessions");
});
