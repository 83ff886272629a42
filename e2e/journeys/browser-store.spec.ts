import type { Page } from "@playwright/test";
import { enterCard, newCustomer, section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { signIn } from "../people.ts";

/** Returns everything that the page's origin stores in the browser. */
async function kept(page: Page): Promise<{ readonly keys: readonly string[]; readonly text: string }> {
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
  const session = { name: "foyer-refresh", value: expect.stringMatching(/^rt_[\w-]{43}$/), httpOnly: true };
  const named = { name: "foyer-portal-session", value: expect.stringMatching(/^[\w-]{86}$/), httpOnly: true };
  const wanted = [known, named, session].map((cookie) => expect.objectContaining(cookie));
  expect([cookies.toSorted((one, other) => one.name.localeCompare(other.name)), own.databases, own.caches]).toEqual([
    wanted,
    [],
    [],
  ]);
  return { keys: Object.keys(own.stores).toSorted(), text: JSON.stringify(own) };
}

test("R-55 the browser keeps tokens and no password, card or personal data; signing out clears them, also offline", async ({
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
  const { keys, text } = await kept(page);
  expect(keys).toContain("foyer.session");
  for (const secret of [customer.password, customer.username, "@example.com", "4242", "4444"])
    expect(text).not.toContain(secret);

  await context.setOffline(true);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  // Only the note that the service must hear of it.
  expect((await kept(page)).keys.filter((key) => key !== "foyer.theme")).toEqual(["foyer.sign-out"]);
  expect(await page.locator("body").textContent()).not.toContain(customer.username);
});
