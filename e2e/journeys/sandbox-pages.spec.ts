import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";

test("LOOK-24 the sandbox's pages name the test cards, show events with their bodies, and decline the next payment", async ({
  page,
}) => {
  const made = await page.request.post("/sandbox/stripe/v1/customers", {
    headers: { authorization: "Bearer sk_test_sandbox" },
    form: { email: "engineer@example.com" },
  });
  const { id } = await made.json();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/sandbox/stripe");
    const act = page.getByRole("button", { name: "Decline the next payment", exact: true });
    await act.click();
    await expect(page.getByText(/^Waits for the next/)).toBeVisible();
    await page.getByRole("button", { name: "Cancel: Decline the next payment" }).click();
    await expect(page.getByText(/^Waits for the next/)).toBeHidden();
    await page.getByText("Test cards", { exact: true }).click();
    await expect(page.getByRole("row").filter({ hasText: "4000 0000 0000 0341" })).toContainText("is declined");
    const event = page.getByRole("listitem").filter({ hasText: id });
    await event.locator("summary").first().click();
    await expect(event.locator("pre").first()).toContainText("engineer@example.com");
  }
  await expectAccessible(page, "payments");
  await page.getByRole("navigation", { name: "Sandbox" }).getByRole("link", { name: "Mail" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Mail sandbox" })).toBeVisible();
  await expectAccessible(page, "mails");
  await page.getByRole("navigation", { name: "Sandbox" }).getByRole("link", { name: "App", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Time Sheets by Larkspur" })).toBeVisible();
  await expectAccessible(page, "app");
});
