import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { newPerson, arrive } from "../people.ts";

test("SYNC-01 SYNC-02 SYNC-03 SYNC-05 resetting server data asks twice, and deletes only that person's data", async ({
  page,
  person,
  system,
}) => {
  const other = await newPerson(system);
  for (const { username } of [person, other]) {
    await system.call("PUT", `/sandbox/sync/${username}/notes.txt`, { json: { kept: true } });
  }
  await arrive(page, person);
  await page.getByRole("link", { name: "Server data" }).click();
  await expect(page.getByRole("heading", { name: "Reset Server Data" })).toBeFocused();
  await expect(page.getByText(`Account: ${person.username}`)).toBeVisible();
  for (const product of ["Tasklight", "Diagrammer Oak", "Plotline", "Outlinear", "file-sync"]) {
    await expect(page.getByText(/will be deleted\. This cannot be undone/)).toContainText(product);
  }
  await expect(page.getByText(/will not deactivate your account/)).toBeVisible();

  await page.getByRole("button", { name: "Reset Data" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Are you sure you want to proceed?" });
  await expectAccessible(page, "server data, a question");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Reset Data" })).toBeFocused();
  await page.getByRole("button", { name: "Reset Data" }).click();
  await dialog.getByRole("button", { name: "Reset Data" }).click();

  await expect(page.getByRole("heading", { name: "Reset Successful" })).toBeFocused();
  await expect(page.getByText("Tasklight for the Web is unavailable until then.")).toBeVisible();
  expect((await system.call("GET", `/sandbox/sync/${person.username}/notes.txt`)).status).toBe(404);
  expect((await system.call("GET", `/sandbox/sync/${other.username}/notes.txt`)).status).toBe(200);
  await page.getByRole("link", { name: "Back to Accounts" }).click();
  await expect(page.getByText(person.email)).toBeVisible();
});

test("SYNC-04 a failure asks to try again, and then to email support", async ({ page, person, system }) => {
  await arrive(page, person);
  await expect(page.getByText(person.email)).toBeVisible();
  await page.goto("/reset");
  await system.call("POST", "/sandbox/sync", { json: { fail: true } });
  try {
    await page.getByRole("button", { name: "Reset Data" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Reset Data" }).click();
    await expect(page.getByRole("alert")).toContainText("Please try again.");
    await expectAccessible(page, "a failure");
    await expect(page.getByRole("link", { name: "Email support" })).toHaveAttribute("href", /^mailto:/);
  } finally {
    await system.call("POST", "/sandbox/sync", { json: { fail: false } });
  }
});
