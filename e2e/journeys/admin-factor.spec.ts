import { codeAt } from "@foyer/testing/authenticator-code";
import { expect } from "../fixtures.ts";
import { newStaff, openArea, test } from "../staff.ts";

test("R-12 staff are asked to turn a second factor on; then sign-in asks for a code, which works once", async ({
  page,
  system,
}) => {
  const { username, password } = await newStaff(system);
  await openArea(page, { username, password, email: "" });
  await expect(page.getByText("Your account does not use two-step sign-in.")).toBeVisible();
  await page.getByRole("link", { name: "Set it up" }).click();
  await page.getByRole("region", { name: "Security" }).getByRole("button", { name: "Turn on" }).click();
  const dialog = page.getByRole("dialog");
  const uri = await dialog.getByRole("link").getAttribute("href");
  const secret = new URL(uri ?? "").searchParams.get("secret") ?? "";
  // Other journeys may have moved the services' clock.
  const code = async () => codeAt(secret, (await system.now()).getTime());
  await dialog.getByLabel("Code from the app").fill(await code());
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await page.getByRole("link", { name: "Admin" }).click();
  await expect(page.getByRole("searchbox")).toBeVisible();
  await expect(page.getByText("Your account does not use two-step sign-in.")).toBeHidden();

  const tryCode = async (otp?: string) =>
    (await system.call("POST", "/api/1.1/signin/", { json: { username, password, ...(otp ? { otp } : {}) } })).status;
  expect(await tryCode()).toBe(401);
  await system.advance(60);
  const fresh = await code();
  expect(await tryCode(fresh)).toBe(200);
  expect(await tryCode(fresh)).not.toBe(200);
});

test("R-12 staff in a session that was opened without the code must sign in again", async ({ page, staff }) => {
  // The reply that such a session gets; tests of the services prove which sessions these are.
  await page.route("**/api/1.1/user/", async (route) => {
    const answer = await route.fetch();
    const { userinfo } = await answer.json();
    await route.fulfill({
      response: answer,
      json: { userinfo: { ...userinfo, second_factor: true, sign_in_again: true } },
    });
  });
  await openArea(page, staff);
  await expect(page.getByRole("heading", { name: "Sign in again with your code" })).toBeVisible();
  await expect(page.getByRole("searchbox")).toBeHidden();
  await page.getByRole("button", { name: "Sign in again" }).click();
  await expect(page.getByLabel("Account name")).toBeVisible();
});

test("R-12 outside of the sandboxes the area stays closed to staff without a second factor", async ({
  page,
  staff,
}) => {
  // The page as a host in production sends it; tests of the host prove what it sends.
  await page.route("**/admin/", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"trial":true', '"trial":false') });
  });
  await openArea(page, staff);
  await expect(page.getByRole("heading", { name: "Set up two-step sign-in" })).toBeVisible();
  await expect(page.getByRole("searchbox")).toBeHidden();
  await expect(page.getByRole("link", { name: "Set it up" })).toHaveAttribute("href", "/#security");
});
