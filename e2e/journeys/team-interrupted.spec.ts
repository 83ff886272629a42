import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { holdBack, loseAnswer } from "../hold-back.ts";
import {
  askForSeats,
  giveUpChange,
  goToBank,
  invoicesOf,
  licenseOf,
  newTeam,
  openTeam,
  overview,
  payButton,
  seatRow,
  type Team,
  theDialog,
} from "../teams.ts";

const declinedLater = "4000000000000341";
/** The call that pays. */
const PAY = /\/api\/v2\/customer\/[^/]+\/payment\/[^/]+\/pay$/;
/** Longer than the page waits before it reads what became of a lost answer. */
const LOOK_AFTER_MS = 5000;

type System = Parameters<typeof invoicesOf>[0];

async function paidCount(system: System, team: Team) {
  return (await invoicesOf(system, team)).filter(({ status }) => status === "paid").length;
}

test("QTY-05 a reload at any step continues there, and Back goes one step back", async ({ page, system }) => {
  const team = await newTeam(system, { seats: 4, held: 3 });
  await openTeam(page, team);
  await page.getByRole("button", { name: "Change Seats" }).click();
  await theDialog(page).getByLabel("Quantity").fill("2");
  await page.reload();
  await expect(theDialog(page).getByLabel("Quantity")).toHaveValue("2");
  await page.getByRole("button", { name: "Confirm Quantity" }).click();
  const box = theDialog(page).getByRole("row").nth(1).getByRole("checkbox");
  await box.check();
  await page.reload();
  await expect(box).toBeChecked();
  await theDialog(page).getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("button", { name: "Confirm: nothing to pay now" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Confirm: nothing to pay now" })).toBeVisible();
  await page.goBack();
  await expect(box).toBeChecked();
  await page.goBack();
  await expect(theDialog(page).getByLabel("Quantity")).toHaveValue("2");
  await page.goBack();
  await expect(theDialog(page)).toBeHidden();
  await expect(page).toHaveURL(/\/manage-team$/);
  expect(await licenseOf(system, team)).toMatchObject({ total_seats: 4, renewing_quantity: 4 });
});

test("QTY-11 a payment whose answer got lost: trying again is safe and charges once, and a reload shows that it is done", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 5, held: 1 });
  await openTeam(page, team);
  for (const [seats, goOn] of [
    [8, () => theDialog(page).getByRole("button", { name: "Try again" }).click()],
    [9, () => page.reload()],
  ] as const) {
    await askForSeats(page, seats);
    await expect(payButton(page)).toBeEnabled();
    await loseAnswer(page, PAY);
    await payButton(page).click();
    await expect(theDialog(page)).toContainText("We do not know yet whether the payment went through.");
    await goOn();
    await expect(theDialog(page).getByText(`You now have ${seats} seats.`)).toBeVisible();
    await theDialog(page).getByRole("button", { name: "Done" }).click();
    expect(await licenseOf(system, team)).toMatchObject({ total_seats: seats });
  }
  expect(await paidCount(system, team)).toBe(3);
});

test("LOOK-05 QTY-11 a declined charge with a lost answer is read and shown without a click, and is sent once", async ({
  page,
  system,
}) => {
  await page.clock.install();
  const team = await newTeam(system, { seats: 5, held: 1, card: declinedLater });
  await openTeam(page, team);
  await askForSeats(page, 8);
  let sent = 0;
  page.on("request", (request) => (sent += PAY.test(request.url()) ? 1 : 0));
  await loseAnswer(page, PAY);
  await payButton(page).click();
  await expect(theDialog(page)).toContainText("We do not know yet whether the payment went through.");
  await page.clock.fastForward(LOOK_AFTER_MS);
  await expect(theDialog(page)).toContainText("Your card was declined. Nothing was charged");
  await expect(theDialog(page).getByRole("button", { name: "Use another card" })).toBeVisible();
  expect(sent).toBe(1);
  expect(await licenseOf(system, team)).toMatchObject({ total_seats: 5 });
});

test("QTY-11 a reload during the bank's authentication: the page shows what waits, and continuing pays once", async ({
  page,
  system,
}) => {
  const team = await goToBank(page, system);
  await page.reload();
  await expect(overview(page).getByText(/^A payment of \$\d+\.\d\d waits for your bank$/)).toBeVisible();
  await expectAccessible(page, "a payment that waits");
  await expect(overview(page)).toContainText("of 5 seats used");
  await expect(page.getByRole("button", { name: "Change Seats" })).toBeDisabled();
  await page.getByRole("button", { name: "Continue payment" }).click();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expect(overview(page)).toContainText("of 8 seats used");
  await expect(page.getByText(/waits for your bank/)).toBeHidden();
  await expect(theDialog(page)).toHaveCount(0);
  expect(await paidCount(system, team)).toBe(2);
});

test("QTY-11 a continued confirmation that fails shows a lasting message, and can be retried", async ({
  page,
  system,
}) => {
  const team = await goToBank(page, system);
  await page.reload();
  await page.getByRole("button", { name: "Continue payment" }).click();
  await page.getByRole("button", { name: "Fail authentication" }).click();
  const message = overview(page).getByRole("alert");
  await expect(message).toContainText("Nothing was charged");
  await expect(overview(page).getByRole("group", { name: "The payment did not go through" })).toBeFocused();
  // The services' answers no longer contain the waiting change, but the message stays.
  await expect(page.getByRole("button", { name: "Change Seats" })).toBeEnabled();
  await expect(page.getByText(/waits for your bank/)).toBeHidden();
  await expect(message).toBeVisible();
  await expect(overview(page).getByRole("button", { name: "Use another card" })).toBeVisible();
  await expectAccessible(page, "a payment that failed");
  await overview(page).getByRole("button", { name: "Try again" }).click();
  await expect(theDialog(page)).toContainText("5 → 8 seats");
  await payButton(page).click();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expect(theDialog(page).getByText("You now have 8 seats.")).toBeVisible();
  await theDialog(page).getByRole("button", { name: "Done" }).click();
  await expect(message).toHaveCount(0);
  expect(await paidCount(system, team)).toBe(2);
});

test("QTY-11 a continued confirmation without an answer is requested again", async ({ page, system }) => {
  const team = await goToBank(page, system);
  await page.reload();
  await expect(page.getByRole("button", { name: "Continue payment" })).toBeVisible();
  // Otherwise the paid state would arrive first, and the page would not ask again.
  const release = await holdBack(page, /\/api\/v2\/customer\/[^/]+$/);
  await page.getByRole("button", { name: "Continue payment" }).click();
  await page.getByRole("button", { name: "Complete authentication" }).waitFor();
  // What is read later must not arrive before the click either.
  const reads = /\/api\/v2\/customer\/[^/]+\/payment\/[^/]+$/;
  const releaseReads = await holdBack(page, reads);
  await page.route(reads, (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expect(overview(page)).toContainText("We do not know yet whether the payment went through.");
  await expectAccessible(page, "a payment of unknown outcome");
  await overview(page).getByRole("button", { name: "Try again" }).click();
  releaseReads();
  await expect(overview(page)).not.toContainText("We do not know yet");
  release();
  await expect(overview(page)).toContainText("of 8 seats used");
  expect(await paidCount(system, team)).toBe(2);
});

test("QTY-11 a tab closed during the bank's authentication: another visit can cancel the change, and nothing was charged", async ({
  page,
  system,
}) => {
  const team = await goToBank(page, system);
  const another = await page.context().newPage();
  await page.close();
  await another.goto("/");
  await another.getByRole("link", { name: "Manage Subscription" }).click();
  await another.getByRole("button", { name: "Give up the change" }).click();
  await expect(another.getByText(/waits for your bank/)).toBeHidden();
  await expect(another.getByRole("button", { name: "Change Seats" })).toBeEnabled();
  expect(await paidCount(system, team)).toBe(1);
  expect(await licenseOf(system, team)).toMatchObject({ total_seats: 5, renewing_quantity: 5 });
});

test("QTY-07 QTY-08 a quote that is no longer valid is replaced by a new one, and nothing was charged for it", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 5, held: 1, ends: "+20d" });
  await openTeam(page, team);
  await askForSeats(page, 8);
  const before = await payButton(page).textContent();
  await system.advance(3 * 86_400);
  await payButton(page).click();
  await expect(theDialog(page)).toContainText(
    "The amount has changed, and nothing was charged. This is the new amount.",
  );
  await expect(payButton(page)).not.toHaveText(before ?? "");
  expect(await paidCount(system, team)).toBe(1);
  await payButton(page).click();
  await expect(theDialog(page).getByText("You now have 8 seats.")).toBeVisible();
  expect(await paidCount(system, team)).toBe(2);
});

test("SEATS-07 after an invitation without an answer, the page shows the service's state", async ({ page, system }) => {
  const team = await newTeam(system, { seats: 5, held: 2 });
  await openTeam(page, team);
  const path = new RegExp(`/registration_seats/${team.id}/$`);
  await loseAnswer(page, path);
  await page.getByRole("textbox", { name: "Email addresses" }).fill("lost@oak.example");
  await page.getByRole("button", { name: "Add Email" }).click();
  await theDialog(page)
    .getByRole("button", { name: /^Invite \d/ })
    .click();
  await page.getByRole("dialog", { name: "Error adding email(s)" }).getByRole("button").click();
  await expect(seatRow(page, "lost@oak.example")).toBeVisible();
  await page.getByRole("button", { name: "Add Email" }).click();
  await expect(theDialog(page)).toContainText("Is invited already");
  await expect(theDialog(page).getByRole("button", { name: "Nobody to invite" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(overview(page)).toContainText(/\b3 of \d+ seats? used/);
});

test("QTY-11 TEAM-10 a payment that is canceled elsewhere before the bank's refusal arrives ends the flow as well", async ({
  page,
  system,
}) => {
  const team = await goToBank(page, system);
  // After the bank's answer, the page reads the payment's state; by then the payment has been canceled.
  await page.route("**/sandbox/stripe/v1/payment_intents/**", async (route) => {
    await giveUpChange(system, team);
    await route.continue();
  });
  await page.getByRole("button", { name: "Fail authentication" }).click();
  await expect(theDialog(page).getByRole("alert")).toContainText("Nothing was charged and nothing was changed.");
  await page.unroute("**/sandbox/stripe/v1/payment_intents/**");
  await theDialog(page).getByRole("button", { name: "Try again" }).click();
  await expect(payButton(page)).toBeEnabled();
  expect(await licenseOf(system, team)).toMatchObject({ total_seats: 5, renewing_quantity: 5 });
});
