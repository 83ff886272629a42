import { expectAccessible } from "../axe.ts";
import type { RunningSystem } from "@foyer/testing/running-system";
import { newCustomer, section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { arrive } from "../people.ts";

/** Three seats of the old version, held by the owner and one other person, and that many upgrades. */
function withUpgrades(system: RunningSystem, upgrades: number, total: number) {
  return newCustomer(system, ({ username, mark }) => [
    { type: "account", username: `u${mark}`, email: `u${mark}@oak.example` },
    {
      type: "license",
      id: `from-${mark}`,
      owners: [username],
      product_id: "DIAGRAM-6",
      description: "Diagrammer Oak 6",
      total_seats: total,
    },
    { type: "seat", id: `a-${mark}`, license: `from-${mark}`, username },
    { type: "seat", id: `b-${mark}`, license: `from-${mark}`, username: `u${mark}` },
    {
      type: "upgrade",
      id: `to-${mark}`,
      from_license: `from-${mark}`,
      product_id: "DIAGRAM-7",
      description: "Diagrammer Oak 7",
      upgrades_available: upgrades,
    },
  ]);
}

test("HOME-02 UPGRADE-01 UPGRADE-02 UPGRADE-03 UPGRADE-04 UPGRADE-05 SHELL-06 seats are upgraded by keyboard alone", async ({
  page,
  system,
}) => {
  const customer = await withUpgrades(system, 3, 3);
  await arrive(page, customer);
  await page.evaluate(() => sessionStorage.setItem("foyer.team", "some-team"));
  const choose = page.getByRole("region", { name: /upgrade/i }).getByRole("link", { name: "Choose seats" });
  await expectAccessible(page, "an upgrade on the account page");
  await choose.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/license-upgrade$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  const upgrade = page.getByRole("button", { name: /^Upgrade/ });
  await expect(upgrade).toBeDisabled();

  // The link back clears the chosen team.
  await page.getByRole("link", { name: "Back to Fernhill Accounts" }).focus();
  await page.keyboard.press("Enter");
  await expect(choose).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem("foyer.team"))).toBeNull();
  await choose.focus();
  await page.keyboard.press("Enter");

  await page.getByLabel("Select all").focus();
  await page.keyboard.press("Space");
  for (const email of [customer.email, `u${customer.mark}@oak.example`]) {
    await expect(page.getByRole("checkbox", { name: email })).toBeChecked();
  }
  await expect(upgrade).toBeDisabled();
  const unassigned = page.getByLabel("Unassigned upgrades");
  await expect(unassigned).toHaveAttribute("max", "1");
  await unassigned.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("2");
  await expect(page.getByText("Too many seats selected.")).toBeVisible();
  await expect(upgrade).toBeDisabled();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("1");
  await expect(page.getByText("Too many seats selected.")).toBeHidden();
  await page.keyboard.press("Tab");
  await expect(upgrade).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "All 3 seats have been successfully upgraded." })).toBeFocused();
  await expectAccessible(page, "upgraded");
  await page.getByRole("link", { name: "Back to Accounts" }).focus();
  await page.keyboard.press("Enter");
  await expect(section(page, "App Access").getByText("Diagrammer Oak 7")).toBeVisible();
  await expect(page.getByRole("region", { name: /upgrade/i })).toHaveCount(0);
});

test("UPGRADE-01 UPGRADE-04 with fewer upgrades than seats there is no Select all, and choosing too many shows a message", async ({
  page,
  system,
}) => {
  const customer = await withUpgrades(system, 1, 2);
  await arrive(page, customer);
  await page.getByRole("link", { name: "Choose seats" }).click();
  const boxes = page.getByRole("checkbox");
  await expect(boxes).toHaveCount(2);
  await expect(page.getByLabel("Select all")).toHaveCount(0);
  await boxes.nth(0).check();
  await expect(page.getByRole("button", { name: /^Upgrade/ })).toBeEnabled();
  await boxes.nth(1).check();
  await expect(page.getByText("Too many seats selected.")).toBeVisible();
  await expectAccessible(page, "too many seats");
  await expect(page.getByRole("button", { name: /^Upgrade/ })).toBeDisabled();
});

test("UPGRADE-05 an upgrade that another owner has already activated is refused with a message", async ({
  page,
  system,
}) => {
  const customer = await withUpgrades(system, 1, 2);
  await arrive(page, customer);
  await page.getByRole("link", { name: "Choose seats" }).click();
  await page.getByRole("checkbox", { name: customer.email }).check();
  const done = await system.call("POST", "/api/1.1/unactivated_registrations/", {
    token: await system.signIn(customer.username, customer.password),
    json: { registration_id: `to-${customer.mark}`, seats: [`a-${customer.mark}`], unassigned: 0 },
  });
  expect(done.status).toBe(200);
  await page.getByRole("button", { name: /^Upgrade/ }).click();
  await expect(page.getByText("There was an error upgrading seats.")).toBeVisible();
});
