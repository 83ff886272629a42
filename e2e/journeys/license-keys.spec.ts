import { expectAccessible } from "../axe.ts";
import { aLicense, newCustomer, section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { newPerson, arrive } from "../people.ts";

test("LEGACY-01 LEGACY-02 LEGACY-03 LOOK-21 a key is registered in any case, and each refusal shows the reason", async ({
  page,
  system,
}) => {
  const owner = "Ada Reed";
  const { mark } = await newCustomer(system, (names) => {
    const { mark: own } = names;
    const had = { product_id: "PLAN-3", description: "Plotline 3", license: `had-${own}` };
    const good = { product_id: "OUTLINE-4", description: "Outlinear 4", seats: 3 };
    const old = { product_id: "TASK-1", description: "Tasklight 1", eligible: false };
    return [
      { type: "license_key", key: `GOOD-${own.toUpperCase()}`, owner, ...good },
      { type: "license_key", key: `OLD-${own}`, owner, ...old },
      ...aLicense(names, { id: "had", product: "PLAN-3", name: "Plotline 3", key: `HAD-${own}` }),
      { type: "license_key", key: `HAD-${own}`, owner, ...had },
    ];
  });
  await arrive(page, await newPerson(system));
  const keys = section(page, "Legacy License Keys");
  await expect(keys.getByText("No license keys are registered to your account.")).toBeVisible();
  const add = keys.getByRole("button", { name: "Add a license key" });
  await add.click();
  await expect(add).toHaveAttribute("aria-expanded", "true");
  await add.click();
  await expect(keys.getByLabel("License key")).toBeHidden();
  await add.click();
  await expect(keys.getByLabel("License key")).toBeFocused();
  await keys.getByLabel("License owner").fill("Ada Reed");
  await expect(keys.getByRole("button", { name: "Register" })).toBeDisabled();
  await expectAccessible(page, "the form of a key");
  for (const [key, sentence] of [
    [`OLD-${mark}`, "This license is not eligible for registration"],
    [`HAD-${mark}`, "This license key is registered to another account"],
    ["no-such-key", "Unable to add this license key. Double-check its accuracy and try again"],
  ] as const) {
    await keys.getByLabel("License key").fill(key);
    await keys.getByRole("button", { name: "Register" }).click();
    await expect(keys.getByRole("alert")).toContainText(sentence);
    await expect(keys.getByLabel("License key")).toBeFocused();
    await expect(keys.getByLabel("License key")).toHaveAccessibleDescription(new RegExp(sentence));
  }
  await keys.getByLabel("License owner").fill(" ada reed");
  await keys.getByLabel("License key").fill(` good-${mark} `);
  await page.keyboard.press("Enter");
  await expect(keys.getByText("Outlinear 4 is registered to your account.")).toBeVisible();
  await expect(keys.getByLabel("License key")).toBeHidden();
  const row = keys.getByRole("row").filter({ hasText: `GOOD-${mark.toUpperCase()}` });
  for (const text of ["Outlinear 4", "Ada Reed", "3"]) await expect(row.getByText(text, { exact: true })).toBeVisible();
  await expect(row).toContainText(/[A-Z][a-z]{2} \d\d, \d{4}/);
  await expect(section(page, "Team Management").getByText("Outlinear 4")).toBeVisible();
  // MOVE-02
  await row.getByRole("button", { name: "Replace this key" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Replace the key of Outlinear 4?" });
  await dialog.getByLabel("The old key ends").selectOption("At once");
  await dialog.getByLabel("Apps that were activated with the old key stay activated").check();
  await expectAccessible(page, "the dialog that replaces a key");
  await dialog.getByRole("button", { name: "Replace the key" }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toBeHidden();
  await expect(keys.getByRole("row").filter({ hasText: "Outlinear 4" })).toContainText(/[A-Z2-9]{5}(-[A-Z2-9]{5}){3}/);
});
