import { expectAccessible } from "../axe.ts";
import { enterCard } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import {
  askForSeats,
  figure,
  goToBank,
  invoicesOf,
  licenseOf,
  newTeam,
  openTeam,
  overview,
  payButton,
  seatRow,
  theDialog,
  untilLicense,
} from "../teams.ts";

const declinedLater = "4000000000000341";
/** Its bank asks when the card is saved, and not for later charges. */
const asksOnce = "4000002500003155";
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

test("LOOK-02 QTY-11 a bank's no stays on the screen over a reload, with the focus and both ways on; its yes pays once", async ({
  page,
  system,
}) => {
  await page.setViewportSize(phone);
  const team = await goToBank(page, system);
  await page.getByRole("button", { name: "Fail authentication" }).click();
  const failed = theDialog(page).getByRole("group", { name: "The payment did not go through" });
  await expect(failed).toBeFocused();
  await expect(failed).toContainText("nothing was changed. Try again, and answer your bank when it asks.");
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    await page.reload();
    await expect(failed).toBeFocused();
    await expect(failed.getByText(/Nothing was charged/)).toHaveCount(1);
    expect((await failed.textContent())?.split("Nothing was charged")).toHaveLength(2);
    await expect(failed.getByRole("button", { name: "Use another card" })).toBeInViewport();
    await expect(theDialog(page).getByRole("button", { name: "Try again" })).toBeVisible();
  }
  await expectAccessible(page, "a payment that failed");
  await theDialog(page).getByRole("button", { name: "Try again" }).click();
  await expect(failed).toHaveCount(0);
  await expect(payButton(page)).toBeEnabled();
  await page.reload();
  await expect(payButton(page)).toBeEnabled();
  await expect(failed).toHaveCount(0);
  expect(await licenseOf(system, team)).toMatchObject({ total_seats: 5, renewing_quantity: 5 });
  await payButton(page).click();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expect(theDialog(page).getByText("You now have 8 seats.")).toBeVisible();
  await theDialog(page).getByRole("button", { name: "Done" }).click();
  await expect(overview(page)).toContainText("of 8 seats used");
  expect((await invoicesOf(system, team)).filter(({ status }) => status === "paid")).toHaveLength(2);
});

test("LOOK-07 LOOK-08 QTY-10 QTY-11 after a decline, which charges nothing, another card is added and pays; success leads on", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 5, held: 1, card: declinedLater });
  await openTeam(page, team);
  await askForSeats(page, 8);
  await expect(theDialog(page)).toContainText("Paid with Visa •••• 0341");
  await payButton(page).click();
  const failed = theDialog(page).getByRole("group", { name: "The payment did not go through" });
  await expect(failed).toBeFocused();
  await expect(failed).toContainText("Nothing was charged and nothing was changed. Use another card");
  expect((await failed.textContent())?.split("Nothing was charged")).toHaveLength(2);
  await expect(failed.getByRole("link")).toHaveCount(0);
  expect(await licenseOf(system, team)).toMatchObject({ total_seats: 5 });
  expect((await invoicesOf(system, team)).filter(({ status }) => status === "paid")).toHaveLength(1);
  await expect(theDialog(page).getByRole("button", { name: "Use another card" })).toHaveCount(1);
  await expect(theDialog(page).getByRole("button", { name: "Try again" })).toHaveCount(0);
  await theDialog(page).getByRole("button", { name: "Use another card" }).click();
  await expect(page.getByRole("radio")).toHaveCount(1);
  await expectAccessible(page, "choosing a card");
  await page.getByRole("button", { name: "Add a card" }).click();
  await page.setViewportSize(phone);
  const sheet = page.getByRole("dialog", { name: "Add a card" });
  await expect(sheet.getByRole("heading", { name: "Add a card" })).toBeFocused();
  await expect(page.locator("#root")).toHaveAttribute("inert", "");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add a card" }).click();
  await enterCard(page, asksOnce);
  await sheet.getByRole("button", { name: "Save card" }).click();
  // The bank's window is above the sheet, and can be used.
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expect(theDialog(page)).toContainText("Paid with Visa •••• 3155");
  await payButton(page).click();
  await expect(theDialog(page).getByText("You now have 8 seats.")).toBeVisible();
  await expect(page).toHaveURL(/\/manage-team$/);
  const receipt = theDialog(page).getByRole("link", { name: "Show the receipt" });
  const answer = await page.request.get((await receipt.getAttribute("href")) ?? "");
  expect(answer.headers()["content-type"]).toContain("pdf");
  await expectAccessible(page, "seats changed");
  await theDialog(page).getByRole("link", { name: "Invite people" }).click();
  await expect(page.getByRole("textbox", { name: "Email addresses" })).toBeFocused();
  await page.reload();
  await expect(overview(page)).toContainText("of 8 seats used");
  await expect(theDialog(page)).toHaveCount(0);
});

test("LOOK-11 LOOK-03 fewer seats cost nothing now and are confirmed; keeping them keeps the people, too", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 4, held: 4 });
  await openTeam(page, team);
  await askForSeats(page, 2);
  for (const at of [0, 1])
    await theDialog(page)
      .getByRole("row")
      .filter({ hasText: team.held[at] ?? "" })
      .getByRole("checkbox")
      .check();
  await theDialog(page).getByRole("button", { name: "Continue" }).click();
  await expect(theDialog(page)).toContainText("Later renewals are charged to Visa •••• 4242");
  await expectAccessible(page, "nothing to pay now");
  await expect(page.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Confirm: nothing to pay now" }).click();
  await theDialog(page).getByRole("button", { name: "Done" }).click();
  await expect(figure(page, "Total seats after next renewal")).toHaveText("2");
  await page.setViewportSize(phone);
  await overview(page).getByRole("button", { name: "Keep 4 seats" }).click();
  const question = page.getByRole("dialog", { name: "Keep 4 seats" });
  await expect(question.getByRole("checkbox")).toBeChecked();
  await expect(question.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page, "keep seats");
  await question.getByRole("button", { name: "Keep 4 seats" }).click();
  await expect(question).toHaveCount(0);
  await expect(
    overview(page)
      .getByText(/4 of 4 seats used/)
      .locator("xpath=ancestor::*[@tabindex][1]"),
  ).toBeFocused();
  await expect(figure(page, "Total seats after next renewal")).toHaveText("4");
  for (const at of [0, 1]) await expect(seatRow(page, team.held[at] ?? "")).toContainText("Active");
  await untilLicense(system, team, ({ renewing_quantity: renewing }) => renewing === 4);
  expect((await invoicesOf(system, team)).filter(({ status }) => status === "paid")).toHaveLength(1);
});

test("LOOK-05 offline neither paying nor inviting sends anything, then or later", async ({ page, system, context }) => {
  const team = await newTeam(system, { seats: 5, held: 1 });
  await openTeam(page, team);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && /subscription|invoice|payment|registration_seats/.test(request.url()))
      sent.push(request.url());
  });
  await page.getByRole("textbox", { name: "Email addresses" }).fill("later@oak.example");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Add Email" }).click();
  await theDialog(page)
    .getByRole("button", { name: /^Invite \d/ })
    .click();
  await expect(theDialog(page)).toContainText("You are offline. Nothing was sent, and nothing will be sent later.");
  await theDialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("textbox", { name: "Email addresses" })).toHaveValue("later@oak.example");
  await context.setOffline(false);
  await askForSeats(page, 8);
  await expect(payButton(page)).toBeEnabled();
  sent.length = 0;
  await context.setOffline(true);
  await payButton(page).click();
  await expect(theDialog(page)).toContainText("You are offline. Nothing was sent, and nothing will be sent later.");
  await context.setOffline(false);
  await page.evaluate(() => new Promise((passed) => setTimeout(passed, 0)));
  expect(sent).toEqual([]);
  await theDialog(page).getByRole("button", { name: "Try again" }).click();
  await expect(theDialog(page).getByText("You now have 8 seats.")).toBeVisible();
  await expect(seatRow(page, "later@oak.example")).toHaveCount(0);
});

test("LOOK-05 what takes long says what it waits for, can be left, and is not sent again by itself", async ({
  page,
  system,
}) => {
  await page.setViewportSize(phone);
  await page.clock.install();
  const team = await newTeam(system, { seats: 5, held: 1 });
  await openTeam(page, team);
  let tries = 0;
  await page.route(new RegExp(`/registration_seats/${team.id}/$`), async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    tries += 1;
    return undefined;
  });
  await page.getByRole("textbox", { name: "Email addresses" }).fill("slow@oak.example");
  await page.getByRole("button", { name: "Add Email" }).click();
  await theDialog(page)
    .getByRole("button", { name: /^Invite \d/ })
    .click();
  await page.clock.fastForward(3000);
  await expect(theDialog(page).getByText("Waiting for the invitations to be sent…")).toBeVisible();
  await theDialog(page).getByRole("button", { name: "Stop waiting" }).click();
  await expect(theDialog(page)).toContainText("You stopped waiting");
  await theDialog(page).getByRole("button", { name: "Cancel" }).click();

  await page.route(/\/payment\/[^/]+\/pay$/, () => {
    tries += 1;
  });
  await askForSeats(page, 8);
  await payButton(page).click();
  await expect(theDialog(page).getByText("Charging your card…")).toBeVisible();
  await page.clock.fastForward(3000);
  await theDialog(page).getByRole("button", { name: "Stop waiting" }).click();
  await expect(theDialog(page)).toContainText(
    "You stopped waiting. We do not know yet whether the payment went through.",
  );
  await page.clock.fastForward(60_000);
  await expect(theDialog(page)).toContainText(
    "You stopped waiting. We do not know yet whether the payment went through.",
  );
  await expect(theDialog(page)).not.toContainText("We are checking");
  expect(tries).toBe(2);
  await page.unroute(/\/payment\/[^/]+\/pay$/);
  await theDialog(page).getByRole("button", { name: "Try again" }).click();
  await expect(theDialog(page).getByText("You now have 8 seats.")).toBeVisible();
});

test("LOOK-05 QTY-11 offline after the charge was sent, the page neither looks nor sends by itself; trying again charges once", async ({
  page,
  system,
  context,
}) => {
  await page.clock.install();
  const team = await newTeam(system, { seats: 5, held: 1 });
  await openTeam(page, team);
  await askForSeats(page, 8);
  const charge = /\/payment\/[^/]+\/pay$/;
  await page.route(
    charge,
    async (route) => {
      await route.fetch();
      await context.setOffline(true);
      await route.abort();
    },
    { times: 1 },
  );
  await payButton(page).click();
  await expect(theDialog(page)).toContainText(
    "We do not know yet whether the payment went through. It is safe to try again",
  );
  const sent: string[] = [];
  page.on("request", (request) => {
    if (/\/payment\/|\/subscription\//.test(request.url())) sent.push(request.url());
  });
  await context.setOffline(false);
  await page.clock.fastForward(60_000);
  await expect(theDialog(page)).toContainText("It is safe to try again");
  expect(sent).toEqual([]);
  await theDialog(page).getByRole("button", { name: "Try again" }).click();
  await expect(theDialog(page).getByText("You now have 8 seats.")).toBeVisible();
  expect((await invoicesOf(system, team)).filter(({ status }) => status === "paid")).toHaveLength(2);
});

test("LOOK-05 a card whose form was closed while the bank asked does not become the default later", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 5, held: 1 });
  await openTeam(page, team);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (/\/payment_method\/[^/]+\/default$/.test(request.url())) sent.push(request.url());
  });
  await askForSeats(page, 8);
  await theDialog(page).getByRole("button", { name: "Use another card" }).click();
  await page.getByRole("button", { name: "Add a card" }).click();
  await enterCard(page, asksOnce);
  const sheet = page.getByRole("dialog", { name: "Add a card" });
  await sheet.getByRole("button", { name: "Save card" }).click();
  const answer = page.getByRole("button", { name: "Complete authentication" });
  await answer.waitFor();
  // The bank's window covers the button.
  await sheet.getByRole("button", { name: "Cancel" }).dispatchEvent("click");
  await expect(page.getByRole("radio")).toHaveCount(1);
  // The modal dialog that follows covers the bank's window.
  await answer.dispatchEvent("click");
  await expect(answer).toHaveCount(0);
  await page.getByRole("button", { name: "Use this card" }).click();
  await expect(theDialog(page)).toContainText("Paid with Visa •••• 4242");
  expect(sent).toHaveLength(1);
});
