import { randomBytes } from "node:crypto";
import type { RunningSystem } from "@foyer/testing/running-system";
import type { Locator, Page } from "@playwright/test";
import { test as base } from "./fixtures.ts";
import { type NewPerson, arrive } from "./people.ts";

/** A member of the staff with every right. */
export async function newStaff(system: RunningSystem): Promise<NewPerson> {
  const username = `staff${randomBytes(4).toString("hex")}`;
  const staff = { username, email: `${username}@fernhill.example`, password: `harbour-${username}` };
  await system.load([{ type: "account", ...staff, is_staff: true }]);
  return staff;
}

interface WorkerFixtures {
  /** A member of the staff with every right, whom a worker's tests share. */
  staff: NewPerson;
}

export const test = base.extend<Record<never, never>, WorkerFixtures>({
  staff: [async ({ system }, give) => await give(await newStaff(system)), { scope: "worker" }],
});

/** Arrives as staff at a page of the area. */
export async function openArea(page: Page, staff: NewPerson, path = "/admin/") {
  await arrive(page, staff, path);
}

/** The repair that is open. */
export function theRepair(page: Page): Locator {
  return page.getByRole("dialog").or(page.getByRole("alertdialog"));
}

/** Chooses a repair of the page's menu. */
export async function chooseRepair(page: Page, name: string) {
  await page.getByRole("button", { name: "Repair" }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}

/** Gives the reason and looks at what would change. */
export async function previewRepair(page: Page, reason: string) {
  await theRepair(page).getByLabel("Reason").fill(reason);
  await theRepair(page).getByRole("button", { name: "Preview" }).click();
  await theRepair(page).getByText("This would change:").waitFor();
}

/** Agrees to what was previewed, and closes the dialog once it is done. */
export async function agreeToRepair(page: Page, agree: string) {
  await theRepair(page).getByRole("button", { name: agree, exact: true }).click();
  await theRepair(page).getByText("Done. This has changed:").waitFor();
  await theRepair(page).getByRole("button", { name: "Done" }).click();
}
