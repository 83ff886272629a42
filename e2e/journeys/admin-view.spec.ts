import { expectAccessible } from "../axe.ts";
import { expect } from "../fixtures.ts";
import type { Page } from "@playwright/test";
import { openArea, test, theDialog } from "../staff.ts";

const HALF_AN_HOUR_MS = 30 * 60_000;

async function viewAs(page: Page, username: string) {
  await page.getByRole("button", { name: "View as" }).click();
  await theDialog(page).getByLabel("Reason").fill("Ticket 4712: cannot find the seats");
  await theDialog(page).getByRole("button", { name: "Start viewing" }).click();
  await expect(banner(page, username)).toBeVisible();
}

const banner = (page: Page, username: string) => page.getByRole("region", { name: `You are viewing as ${username}` });

test("R-45 viewing as a person is marked on every page, refuses every change, and returns to the staff session", async ({
  page,
  person,
  system,
  staff,
}) => {
  await openArea(page, staff, `/admin/accounts/${person.username}`);
  await viewAs(page, person.username);
  await expect(banner(page, person.username).getByRole("timer")).toHaveText(/^(29|30):\d\d$/);
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByRole("link", { name: "Admin" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeHidden();
  await expectAccessible(page, "view");

  const section = page.getByRole("region", { name: "Password" });
  await section.getByRole("button", { name: "Edit" }).click();
  await section.getByLabel("Old password").fill(person.password);
  await section.getByLabel("New password", { exact: true }).fill("quiet-orchard-lane-7");
  await section.getByLabel("Confirm new password").fill("quiet-orchard-lane-7");
  await section.getByRole("button", { name: "Save" }).click();
  await expect(section.getByRole("alert").first()).toBeVisible();
  await page.goto("/reset");
  await expect(banner(page, person.username)).toBeVisible();
  await page.getByRole("button", { name: "Reset Data" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Reset Data" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "You are viewing as this person, so you cannot change anything.",
  );
  await page.goto("/admin/");
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  await system.signIn(person.username, person.password);

  await page.getByRole("button", { name: "Stop viewing" }).click();
  await expect(page.getByText("The view has ended. You are yourself again.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Admin" })).toBeVisible();
  await expect(banner(page, person.username)).toBeHidden();
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText("Ticket 4712: cannot find the seats");
});

test("R-45 a view ends automatically after 30 minutes", async ({ page, person, staff }) => {
  await page.clock.install();
  await openArea(page, staff, `/admin/accounts/${person.username}`);
  await viewAs(page, person.username);
  // A minute is left, because the page's clock runs on while a busy machine checks.
  await page.clock.fastForward(HALF_AN_HOUR_MS - 60_000);
  await expect(banner(page, person.username).getByRole("timer")).toHaveText(/^(0:[0-5]\d|1:00)$/);
  await page.clock.fastForward(61_000);
  await expect(page).toHaveURL(/\/admin\/accounts\/.*view=ended/);
  await expect(page.getByText("The view has ended. You are yourself again.")).toBeVisible();
});
