import type { Locator, Page } from "@playwright/test";
import { enterCard, section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { anybody, confirmKey } from "../people.ts";

const YEARLY = "OUTLINE-5-SUB-ANNUAL-WEB";

/** Counts what a person does. */
function counting(page: Page) {
  const done = { clicks: 0, fields: 0 };
  return {
    done,
    async click(target: Locator) {
      done.clicks += 1;
      await target.click();
    },
    async press(name: string) {
      await this.click(page.getByRole("button", { name, exact: true }));
    },
    async type(label: string, text: string) {
      done.fields += 1;
      await page.getByLabel(label, { exact: true }).fill(text);
    },
  };
}

test("BUY-01 BUY-03 BUY-06 a newcomer buys in 14 clicks and 8 fields, and both tabs show at once what it changed (FAULT-48)", async ({
  page,
  system,
}) => {
  const newcomer = anybody();
  const colleague = `friend-${newcomer.username}@reed.example`;
  const person = counting(page);
  const begun = Date.now();

  await page.goto(`/buy?plan=${YEARLY}&seats=3&email=${encodeURIComponent(newcomer.email)}`);
  await person.press("Continue");
  await person.click(page.getByRole("link", { name: "Create an account" }));
  await expect(page.getByLabel("Email")).toHaveValue(newcomer.email);
  await person.press("Continue");
  await person.type("Confirm key", await confirmKey(system, newcomer.email));
  await person.press("Continue");
  await person.type("Account name", newcomer.username);
  await person.type("Password", newcomer.password);
  await person.type("Confirm password", newcomer.password);
  await person.click(page.getByRole("checkbox"));
  await person.press("Create account");
  // Another tab shows the account as it was before the purchase, whose quote makes the person a customer.
  const link = page.getByRole("link", { name: "Continue" });
  await expect(link).toBeVisible();
  const other = await page.context().newPage();
  await other.goto("/");
  await expect(other.getByText("You hold no seats yet.")).toBeVisible();
  await expect(section(other, "Payment")).toHaveCount(0);
  await page.bringToFront();
  await person.click(link);

  await enterCard(page, "4242424242424242");
  person.done.fields += 3;
  await person.press("Save card");
  await person.click(page.getByRole("checkbox", { name: "I agree to the terms of service." }));
  await person.press("Pay $150.00");
  await expect(page.getByRole("heading", { name: "Outlinear 5 is yours" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Receipt/ })).toHaveAttribute("href", /^http/);
  await person.press("Yes, take a seat");
  await expect(page.getByText("You have a seat.")).toBeVisible();

  await expect(section(other, "Payment")).toContainText("4242");
  await expect(other.getByRole("link", { name: "Manage Subscription" })).toBeVisible();
  await other.close();

  await person.click(page.getByRole("link", { name: "Invite people" }));
  await expect(page.getByRole("button", { name: "Change Seats" })).toBeEnabled();
  await expect(page.getByText("pays for this subscription")).toHaveCount(0);
  await person.type("Email addresses", colleague);
  await person.press("Add Email");
  await person.press("Send");
  await expect(page.getByText("2 of 3 seats used.")).toBeVisible();
  const figure = `${person.done.clicks} clicks, ${person.done.fields} fields, ${((Date.now() - begun) / 1_000).toFixed(1)} s`;
  test.info().annotations.push({ type: "figure", description: figure });
  expect(person.done).toEqual({ clicks: 14, fields: 8 });

  const mails = await system.mails(colleague, 1);
  expect(mails[0]?.text).toContain("Outlinear 5");
  await page.goto("/");
  const access = page.getByRole("region", { name: "App Access" });
  await expect(access.getByRole("link", { name: "Download" })).toHaveAttribute("href", /^https:/);
});
