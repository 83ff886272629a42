import { randomBytes } from "node:crypto";
import type { RunningSystem } from "@foyer/testing/running-system";
import type { Page } from "@playwright/test";
import { theDialog } from "./customers.ts";
import { test as base } from "./fixtures.ts";
import { type NewPerson, arrive } from "./people.ts";

export { theDialog };

/** Creates a staff member with every right. */
export async function newStaff(system: RunningSystem): Promise<NewPerson> {
  const username = `staff${randomBytes(4).toString("hex")}`;
  const staff = { username, email: `${username}@fernhill.example`, password: `harbour-${username}` };
  await system.load([{ type: "account", ...staff, is_staff: true }]);
  return staff;
}

interface WorkerFixtures {
  /** A staff member with every right, shared by a worker's tests. */
  staff: NewPerson;
}

export const test = base.extend<Record<never, never>, WorkerFixtures>({
  staff: [async ({ system }, give) => await give(await newStaff(system)), { scope: "worker" }],
});

/** Opens a page of the staff's area as staff. */
export async function openArea(page: Page, staff: NewPerson, path = "/admin/") {
  await arrive(page, staff, path);
}

/** Chooses a repair from the page's menu. */
export async function chooseRepair(page: Page, name: string) {
  await page.getByRole("button", { name: "Repair" }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}

/** Types the reason and opens the preview. */
export async function previewRepair(page: Page, reason: string) {
  await theDialog(page).getByLabel("Reason").fill(reason);
  await theDialog(page).getByRole("button", { name: "Preview" }).click();
  await theDialog(page).getByText("This would change:").waitFor();
}

/** Confirms the preview, and closes the dialog after the repair. */
export async function agreeToRepair(page: Page, agree: string) {
  await theDialog(page).getByRole("button", { name: agree, exact: true }).click();
  await theDialog(page).getByText("Done. This has changed:").waitFor();
  await theDialog(page).getByRole("button", { name: "Done" }).click();
}
