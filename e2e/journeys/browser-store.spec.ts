import type { Page } from "@playwright/test";
import { enterCard, newCustomer, section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { signIn } from "../people.ts";

/** Returns everything that the page's origin stores in the browser. */
async function kept(page: Page): Promise<{ readonly stores: Readonly<Record<string, string>>; readonly text: string }> {
  const { cookies } = await page.context().storageState();
  const own = await page.evaluate(async () => ({
    stores: Object.fromEntries([...Object.entries(localStorage), ...Object.entries(sessionStorage)]),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    history: JSON.stringify(history.state),
  }));
  // One cookie identifies the browser to the account and grants no access, another one continues the session, and the third names
  // the session to the apps' sign-in. None contains a name, and scripts cannot read them.
  const known = { name: "foyer-browser-0", value: expect.stringMatching(/^br_[\w-]{43}$/), httpOnly: true };
  const session = {
    name: "foyer-refresh",
    value: expect.stringMatching(/^rt_[\w-]{43}$/),
    path: "/api/1.1/refresh/",
    httpOnly: true,
    secure: true,
    sameSite: "Strict",
  };
  const named = { name: "foyer-portal-session", value: expect.stringMatching(/^[\w-]{86}$/), httpOnly: true };
  const wanted = [known, named, session].map((cookie) => expect.objectContaining(cookie));
  expect([cookies.toSorted((one, other) => one.name.localeCompare(other.name)), own.databases, own.caches]).toEqual([
    wanted,
    [],
    [],
  ]);
  return { stores: own.stores, text: JSON.stringify(own) };
}

test("R-55 SIGNIN-09 SIGNIN-11 STATE-01 only tokens are kept; an offline sign-out clears them and is sent later (FAULT-31)", async ({
  page,
  context,
  system,
}) => {
  const customer = await newCustomer(system, () => [], ["4242424242424242"]);
  await signIn(page, customer);
  const payment = section(page, "Payment");
  await payment.getByRole("button", { name: "Edit" }).click();
  await payment.getByRole("button", { name: "Add card" }).click();
  await enterCard(page, "5555555555554444");
  const { stores, text } = await kept(page);
  expect(Object.keys(stores).filter((key) => key !== "foyer.theme")).toEqual(["foyer.session"]);
  const stored = JSON.parse(stores["foyer.session"] ?? "{}");
  // The refresh token is in a cookie that scripts cannot read.
  expect(Object.keys(stored).toSorted()).toEqual(["accessEndsAt", "accessToken", "sessionEndsAt"]);
  expect(await page.evaluate(() => document.cookie)).toBe("");
  for (const secret of [customer.password, customer.username, "@example.com", "4242", "4444"])
    expect(text).not.toContain(secret);

  await context.setOffline(true);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  // Only the note that the service must hear of it.
  expect(Object.keys((await kept(page)).stores).filter((key) => key !== "foyer.theme")).toEqual(["foyer.sign-out"]);
  expect(await page.locator("body").textContent()).not.toContain(customer.username);
  await context.setOffline(false);
  await expect.poll(async () => (await context.cookies()).filter(({ value }) => value.startsWith("rt_"))).toEqual([]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("foyer.sign-out"))).toBeNull();
  expect((await system.call("POST", "/api/1.1/user/", { token: stored.accessToken })).status).toBe(401);
});
