import { expectAccessible } from "../axe.ts";
import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect } from "../fixtures.ts";
import { openArea, test } from "../staff.ts";

async function choose(page: Page, name: string, lines: readonly object[]) {
  const buffer = Buffer.from(lines.map((line) => JSON.stringify(line)).join("\n"));
  await page.getByLabel("File", { exact: true }).setInputFiles({ name, mimeType: "application/jsonl", buffer });
  await page.getByRole("button", { name: "Preview" }).click();
}

test("ROLE-04 R-45 a faulty file is corrected, previewed, loaded and recorded; loading it again changes nothing", async ({
  page,
  system,
  staff,
}) => {
  const username = `import${randomBytes(4).toString("hex")}`;
  const account = { type: "account", username, email: `${username}@example.com`, password: "a-kettle-of-brass" };
  const license = { type: "license", id: `lic-${username}`, product_id: "OUTLINE-5", description: "Outlinear 5" };
  const whole = [
    { ...account, cards: ["4242424242424242"] },
    { ...license, owners: [username], total_seats: 3 },
  ];
  await openArea(page, staff, "/admin/import");
  await choose(page, "team.jsonl", [account, { ...license, owners: [username], total_seats: 0 }]);
  const fault = page.getByRole("table", { name: "Faults" }).getByRole("row").nth(1);
  await expect(fault).toContainText("2");
  await expect(fault).toContainText("0 is not an integer from 1 to 2200");
  await expectAccessible(page, "faults of a file");

  await choose(page, "team.jsonl", whole);
  const review = page.getByRole("region", { name: "What team.jsonl would do" });
  await expect(review.getByRole("heading", { name: "What team.jsonl would do" })).toBeFocused();
  await expect(review.getByRole("row", { name: /^Licenses 1 0$/ })).toBeVisible();
  await expect(review.getByRole("row", { name: /^Cards 1/ })).toBeVisible();
  await expectAccessible(page, "review of a file");
  expect(
    (await system.call("POST", "/api/1.1/signin/", { form: { username, password: account.password } })).status,
  ).toBe(401);
  await expect(review.getByRole("button", { name: "Load 2 lines" })).toBeDisabled();
  await review.getByLabel("Reason").fill("Ticket 4712: moves to us");
  await review.getByRole("button", { name: "Load 2 lines" }).click();
  await expect(page.getByText("team.jsonl is loaded.")).toBeVisible();
  const row = page.getByRole("region", { name: "Loaded files" }).getByRole("row").nth(1);
  await expect(row).toContainText("2 lines made, 0 there already");
  await system.signIn(username, account.password);

  await page.getByRole("button", { name: "Load another file" }).click();
  await choose(page, "team.jsonl", whole);
  await expect(page.getByText("Loading it would change nothing.")).toBeVisible();
  await page.getByRole("link", { name: "Staff acts" }).click();
  const act = page.getByRole("row").filter({ hasText: "Ticket 4712: moves to us" });
  await expect(act).toContainText("Loaded a file");
  await expect(act).toContainText(/Licenses: \d+ → \d+/);
});
