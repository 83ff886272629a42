import { expectAccessible } from "../axe.ts";
import { expect } from "../fixtures.ts";
import { mailedLink, signIn } from "../people.ts";
import { agreeToRepair, chooseRepair, openArea, previewRepair, test, theDialog } from "../staff.ts";

test("SHELL-03 ROLE-04 the Admin link leads staff to the search, which finds a person by keyboard alone", async ({
  page,
  person,
  staff,
}) => {
  await signIn(page, staff);
  await page.getByRole("link", { name: "Admin" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Search" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/?$/);
  await expect(page.getByRole("searchbox")).toBeFocused();
  await expectAccessible(page, "home");
  await page.keyboard.type(person.email);
  const hit = page.getByRole("main").getByRole("link", { name: person.username });
  await expect(hit).toBeVisible();
  await expectAccessible(page, "search");
  await page.keyboard.press("ArrowDown");
  await expect(hit).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: person.username })).toBeVisible();
  await expect(page.getByRole("region", { name: "Overview" })).toContainText(person.email);
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText("Signed up");
  await expectAccessible(page, "person");
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
});

test("ROLE-01 ROLE-04 R-45 the area does not exist for signed-out people and customers", async ({
  page,
  person,
  system,
}) => {
  for (const path of ["/admin/", `/admin/accounts/${person.username}`]) {
    await page.goto(path);
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  }
  await signIn(page, person);
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByRole("link", { name: "Admin" })).toBeHidden();
  for (const path of ["/admin/", "/admin/acts", `/admin/accounts/${person.username}`]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  }
  const token = await system.signIn(person.username, person.password);
  for (const path of ["/api/1.1/admin/search/?q=a", "/api/v2/admin/search?q=a", "/api/1.1/admin/acts/"]) {
    expect((await system.call("GET", path, { token })).body.code, path).toBe(2004);
  }
});

test("ROLE-04 R-44 closing an account first shows its effects, ends its sessions immediately, and is recorded", async ({
  page,
  person,
  system,
  staff,
}) => {
  const token = await system.signIn(person.username, person.password);
  const works = async () => (await system.call("POST", "/api/1.1/user/", { token })).status;
  await openArea(page, staff, `/admin/accounts/${person.username}`);
  await chooseRepair(page, "Close account");
  await expect(theDialog(page).getByRole("button", { name: "Preview" })).toBeDisabled();
  await expectAccessible(page, "repair");
  await previewRepair(page, "Ticket 4711: asked for it by phone");
  await expectAccessible(page, "preview");
  await expect(theDialog(page).getByRole("row", { name: /^State open closed$/ })).toBeVisible();
  expect(await works()).toBe(200);
  await agreeToRepair(page, "Close account");
  expect(await works()).toBe(401);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Closed");
  const entry = page.getByRole("list", { name: "Timeline" }).getByRole("listitem").filter({ hasText: "Ticket 4711" });
  await expect(entry.first()).toContainText("State: open → closed");
  await chooseRepair(page, "Reopen account");
  await previewRepair(page, "Changed her mind");
  await agreeToRepair(page, "Reopen account");
  await system.signIn(person.username, person.password);
  expect(await works()).toBe(401);

  await page.getByRole("navigation", { name: "Staff area" }).getByRole("link", { name: "Staff acts" }).click();
  const row = page.getByRole("row").filter({ hasText: person.username });
  await expect(row.filter({ hasText: "Ticket 4711: asked for it by phone" })).toContainText(staff.username);
  await expect(row.filter({ hasText: "Changed her mind" })).toContainText("State: closed → open");
  await expectAccessible(page, "Staff acts");
});

test("R-44 ROLE-05 the actions shown follow the rights, which the services enforce from the next request on", async ({
  page,
  person,
  system,
  browser,
  staff,
}) => {
  await openArea(page, staff, `/admin/accounts/${person.username}`);
  await chooseRepair(page, "Set staff rights");
  await theDialog(page).getByLabel("read").check();
  await previewRepair(page, "New colleague");
  await agreeToRepair(page, "Set staff rights");

  const context = await browser.newContext({ baseURL: system.url });
  const reader = await context.newPage();
  await openArea(reader, person, `/admin/accounts/${staff.username}`);
  await expect(reader.getByRole("region", { name: "Overview" })).toContainText(staff.email);
  await expect(reader.getByRole("button", { name: "Repair" })).toBeHidden();
  await expect(reader.getByRole("button", { name: "View as" })).toBeHidden();

  await chooseRepair(page, "Set staff rights");
  await theDialog(page).getByLabel("read").uncheck();
  await previewRepair(page, "Was a mistake");
  await agreeToRepair(page, "Set staff rights");
  await reader.getByRole("link", { name: "Search" }).click();
  await reader.getByRole("searchbox").fill(person.username);
  // The former staff session has ended; a new session is a customer's.
  await expect(reader.getByLabel("Account name")).toBeVisible();
  await signIn(reader, person);
  await expect(reader.getByRole("button", { name: "Sign out" })).toBeVisible();
  await expect(reader.getByRole("link", { name: "Admin" })).toBeHidden();
  await reader.goto("/admin/");
  await expect(reader.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  await context.close();
});

test("R-10 staff set no password: they mail a link to the account's own address, and its use ends every session", async ({
  page,
  person,
  system,
  staff,
}) => {
  const before = await system.signIn(person.username, person.password);
  await openArea(page, staff, `/admin/accounts/${person.username}`);
  await chooseRepair(page, "Email a password-reset link");
  await previewRepair(page, "Forgot it");
  await agreeToRepair(page, "Email a password-reset link");
  const link = new URL(await mailedLink(system, person.email, "/password-reset", 2));
  const json = {
    token: link.searchParams.get("token"),
    new_password: "tall-green-7-towers",
    new_password_2: "tall-green-7-towers",
  };
  expect((await system.call("POST", "/api/1.1/password_reset/confirm/", { json })).status).toBe(200);
  expect((await system.call("POST", "/api/1.1/user/", { token: before })).status).toBe(401);
  await system.signIn(person.username, "tall-green-7-towers");
  await page.reload();
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText("Password reset by emailed link");
});
