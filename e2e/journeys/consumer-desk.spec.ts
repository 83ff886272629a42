import { mkdtempSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { newCustomer } from "../customers.ts";
import { expect } from "../fixtures.ts";
import { arrive } from "../people.ts";
import { agreeToRepair, openArea, previewRepair, test as base, theDialog } from "../staff.ts";

const demo = pathToFileURL(path.join(import.meta.dirname, "../../brand/fernhill.ts")).href;

/** The demo vendor with a desk. */
function brandFile(): string {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), "foyer-desk-brand-")), "brand.ts");
  const own = `{ ...demo, consumerDesk: { countries: "all", timeZone: "Europe/Berlin" } }`;
  writeFileSync(file, `import { brand as demo } from ${JSON.stringify(demo)};\nexport const brand = ${own};\n`);
  return file;
}

const test = base.extend<Record<never, never>, { system: RunningSystem }>({
  system: [
    // oxlint-disable-next-line no-empty-pattern -- the tool wants a pattern here
    async ({}, give) => {
      const system = await startFoyer({ env: { BRAND_FILE: brandFile() } });
      await give(system);
      await system.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

// One system for all of them.
test.describe.configure({ mode: "default" });

/** A customer who has bought a yearly subscription. */
async function bought(system: RunningSystem) {
  const customer = await newCustomer(system, undefined, ["4242424242424242"]);
  const token = await system.signIn(customer.username, customer.password);
  const plan = { plan: "OUTLINE-5-SUB-ANNUAL-WEB", quantity: 2 };
  const { checkout } = (await system.call("POST", "/api/v2/checkout", { token, json: plan })).body;
  const json = { consents: ["terms"] };
  expect((await system.call("POST", `/api/v2/checkout/${checkout.id}/pay`, { token, json })).status).toBe(200);
  return { customer, token, license: checkout.license as string };
}

async function fill(page: Page, reference: string, receiptTo: string) {
  await page.getByLabel("Your name").fill("Maya Example");
  await page.getByLabel("Email address of the order, or order number").fill(reference);
  await page.getByRole("combobox", { name: "Contract" }).fill("Outlinear");
  await page.getByLabel("Email address for the receipt").fill(receiptTo);
  await page.getByRole("button", { name: "Continue" }).click();
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("DESK-01 DESK-02 DESK-03 DESK-04 a withdrawal without sign-in and without script, at 320 px, from the form to the refund", async ({
  page: checker,
  browser,
  system,
}) => {
  const { customer, token, license } = await bought(system);
  /** Checks the page in a browser with script, which axe needs. The page itself has none. */
  async function check(state: string) {
    await checker.setContent(await page.content());
    await expectAccessible(checker, state);
  }
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  const page = await context.newPage();
  await page.goto(`${system.url}/`);
  await page.getByRole("link", { name: "Withdraw from contract here" }).click();
  await expect(heading(page)).toHaveText("Withdraw from contract here");
  await check("withdrawing");
  await fill(page, customer.email, "not an address");
  await expect(page.getByLabel("Email address for the receipt")).toBeFocused();
  await expect(page.getByLabel("Email address for the receipt")).toHaveAccessibleDescription(/^Enter an email address/);
  await check("withdrawing with a fault");
  const receipts = `receipt-${customer.username}@else.example`;
  await page.getByLabel("Email address for the receipt").fill(receipts);
  await page.keyboard.press("Enter");
  await expect(page.getByText("I withdraw from the contract below.")).toBeVisible();
  await check("the statement before it is made");
  await page.getByRole("button", { name: "Confirm withdrawal" }).click();
  await expect(heading(page)).toHaveText("Receipt of your withdrawal");
  await expect(page.getByText(/\d\d:\d\d:\d\d UTC/)).toBeVisible();
  await check("the receipt of a withdrawal");
  expect((await system.mails(receipts, 1))[0]?.subject).toBe("Receipt of your withdrawal");
  const mails = await system.mails(customer.email, 2);
  const asked = mails.find(({ subject }) => subject === "Is this withdrawal yours?");
  await page.goto(/https?:\S+&act=carry_out/.exec(asked?.text ?? "")?.[0] ?? "");
  await check("the owner of the order is asked");
  await page.getByRole("button", { name: "Carry it out now" }).click();
  await expect(page.getByText("It is carried out.")).toBeVisible();
  const { licenses } = (await system.call("GET", "/api/1.1/user/managed_licenses/", { token })).body;
  expect(JSON.stringify(licenses ?? [])).not.toContain(`"${license}","subscription_active":true`);
  const canceled = (await system.mails(customer.email, 3)).map(({ subject }) => subject);
  expect(canceled.some((subject) => /^Purchase of .* canceled$/.test(subject))).toBe(true);
  await context.close();
});

test("DESK-01 DESK-05 the form is filled in for a signed-in person, and each screen of the portal has both links", async ({
  page,
  system,
}) => {
  const { customer, license } = await bought(system);
  await arrive(page, customer);
  for (const name of ["Withdraw from contract here", "Cancel contracts here"])
    await expect(page.getByRole("link", { name })).toBeVisible();
  await page.getByRole("link", { name: "Cancel contracts here" }).click();
  await expect(page.getByLabel("Email address of the order, or order number")).toHaveValue(customer.email);
  await expect(page.getByLabel("Email address for the receipt")).toHaveValue(customer.email);
  await expect(page.getByRole("combobox", { name: "Contract" })).toHaveValue(new RegExp(license));
  await expect(page.getByLabel("Your name")).not.toHaveValue("");
  await expectAccessible(page, "canceling");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Cancel now" }).click();
  await expect(heading(page)).toHaveText("Receipt of your cancellation");
  await page.goto("/no-such-page");
  await expect(page.getByRole("link", { name: "Cancel contracts here" })).toBeVisible();
});

test("DESK-06 staff see the queue with its due dates, preview the refund and decide with a reason", async ({
  page,
  system,
  staff,
  browser,
}) => {
  const { customer } = await bought(system);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const form = await context.newPage();
  await form.goto(`${system.url}/withdraw`);
  await fill(form, customer.email, `queue-${customer.username}@else.example`);
  await form.getByRole("button", { name: "Confirm withdrawal" }).click();
  await context.close();
  await system.mails(customer.email, 2);
  await openArea(page, staff, "/admin/desk");
  const row = page.getByRole("row").filter({ hasText: customer.email });
  await expect(row).toContainText("Maya Example");
  await expect(row).toContainText("Paid $100.00");
  await expect(row).toContainText("has not answered");
  await expectAccessible(page, "the queue of the desk");
  await row.getByRole("button", { name: "Carry out" }).click();
  await previewRepair(page, "Confirmed on the phone");
  await expect(theDialog(page).getByRole("row", { name: /^Given back/ })).toContainText("$100.00");
  await expectAccessible(page, "carrying a statement out");
  await agreeToRepair(page, "Carry out");
  const decided = page.getByRole("table", { name: "Decided" });
  await expect(decided.getByRole("row").filter({ hasText: customer.email })).toContainText(staff.username);
});
