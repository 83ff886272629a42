import type { Locator, Page } from "@playwright/test";
import { openRow, aSubscription, newCustomer, section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { holdBack, loseAnswer } from "../hold-back.ts";
import { arrive } from "../people.ts";

// The small forms of the account say what they wait for, send once, and say what to do when the answer is lost.

/** Longer than the page waits before it says what takes long. */
const SLOW_MS = 3000;

/**
 * Sends a form with a double click while its answer is held back, stops waiting, and sends it again with a lost answer.
 *
 * @param form shows what is waited for and what happened.
 */
async function expectPatience(
  page: Page,
  { form, submit, pattern, field, waits, unheard }: PatientForm,
): Promise<void> {
  const bodies: string[] = [];
  page.on("request", (request) => {
    const body = request.postData() ?? "";
    if (pattern.test(request.url()) && request.method() === "POST" && body.includes(field)) bodies.push(body);
  });
  await holdBack(page, pattern, "POST");
  const button = form.getByRole("button", { name: submit });
  await button.dblclick();
  await page.clock.fastForward(SLOW_MS);
  await expect(form.getByText(waits)).toBeVisible();
  expect(bodies).toHaveLength(1);
  await form.getByRole("button", { name: "Stop waiting" }).click();
  await expect(form.getByText(/^You stopped waiting\. The action may still have succeeded\./)).toBeVisible();
  await page.unroute(pattern);
  await loseAnswer(page, pattern);
  await button.click();
  await expect(form.getByText(unheard)).toBeVisible();
  expect(bodies).toHaveLength(2);
}

interface PatientForm {
  form: Locator;
  submit: string;
  pattern: RegExp;
  /** A field that only this form sends to the address. */
  field: string;
  waits: string;
  unheard: string;
}

const user = /\/api\/1\.1\/user\/$/;
const safe = "No answer arrived. The action may still have succeeded. It is safe to try again.";

test("LOOK-05 the password form says what it waits for, sends once, and says what a lost answer means", async ({
  page,
  system,
}) => {
  await page.clock.install();
  const customer = await newCustomer(system);
  await arrive(page, customer);
  const password = section(page, "Security");
  await password.getByRole("button", { name: "Edit password" }).click();
  await password.getByLabel("Old password").fill(customer.password);
  for (const label of ["New password", "Confirm new password"])
    await password.getByLabel(label, { exact: true }).fill("another-harbour-7");
  await expectPatience(page, {
    form: password,
    submit: "Save",
    pattern: user,
    field: "old_password",
    waits: "Waiting for the password to change…",
    unheard:
      "No answer arrived. Your password may have changed. Try again. If the old password is refused, the new one already applies.",
  });
});

test("LOOK-05 the form of the billing address says what it waits for, sends once, and may be sent again after a lost answer", async ({
  page,
  system,
}) => {
  await page.clock.install();
  const customer = await newCustomer(system, (names) => aSubscription(names));
  await arrive(page, customer);
  await section(page, "Payment").getByRole("button", { name: "Billing details" }).click();
  const dialog = page.getByRole("dialog", { name: "Billing details" });
  await dialog.getByLabel("City").fill("Oakham");
  await expectPatience(page, {
    form: dialog,
    submit: "Save",
    pattern: /\/billing_details$/,
    field: "Oakham",
    waits: "Waiting for the change to be saved…",
    unheard: safe,
  });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
});

test("LOOK-05 ending a session with a lost answer: the list is read again and shows that it ended", async ({
  page,
  system,
  request,
}) => {
  await page.clock.install();
  const customer = await newCustomer(system);
  const { username, password } = customer;
  await request.post("/api/1.1/signin/", { form: { username, password } });
  await arrive(page, customer);
  const security = section(page, "Security");
  await openRow(page, "Where you are signed in");
  const rows = security.getByRole("list", { name: "Where you are signed in" }).getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await loseAnswer(page, /\/user\/sessions\/[^/]+\/$/, "DELETE");
  await security.getByRole("button", { name: /^End session/ }).click();
  await expect(security.getByRole("alert")).toContainText("No answer arrived");
  await expect(rows).toHaveCount(1);
});
