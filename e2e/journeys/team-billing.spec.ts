import { expect, test } from "../fixtures.ts";
import {
  figure,
  invoicesOf,
  licenseOf,
  monthly,
  newTeam,
  openTeam,
  overview,
  payButton,
  seatsRegion,
  theDialog,
  untilLicense,
} from "../teams.ts";

const declinedLater = "4000000000000341";

test("CYCLE-01 yearly billing cannot become monthly before the last 30 days", async ({ page, system }) => {
  const team = await newTeam(system, { seats: 5, held: 1, ends: "+31d" });
  await openTeam(page, team);
  await page.getByRole("button", { name: "Switch to Monthly" }).click();
  await expect(theDialog(page)).toContainText(
    /within 30 days of expiry\. This term ends on \w{3} \d\d, \d{4}, so you can switch from \w{3} \d\d, \d{4}\./,
  );
  await expect(theDialog(page).getByRole("button", { name: /^Pay/ })).toBeHidden();
  await theDialog(page).getByRole("button", { name: "Close" }).click();

  await system.advance(2 * 86_400);
  await page.reload();
  await page.getByRole("button", { name: "Switch to Monthly" }).click();
  await expect(theDialog(page).getByRole("button", { name: "Confirm: nothing to pay now" })).toBeEnabled();
});

test("CYCLE-02 CYCLE-04 yearly to monthly in the last days: nothing now, monthly from the renewal, and it can be withdrawn", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 4, held: 1, ends: "+3h" });
  await openTeam(page, team);
  const choose = async () => {
    await page.getByRole("button", { name: "Switch to Monthly" }).click();
    await expect(theDialog(page)).toContainText("Nothing is charged before then.");
    await page.getByRole("button", { name: "Confirm: nothing to pay now" }).click();
    await expect(page.getByRole("dialog", { name: "Subscription Changed" })).toBeVisible();
    await page.getByRole("button", { name: "Done" }).click();
    await expect(
      overview(page).getByText(/^From \w{3} \d\d, \d{4} the subscription is billed monthly\.$/),
    ).toBeVisible();
  };
  await choose();
  await expect(page.getByRole("button", { name: "Change Seats" })).toBeDisabled();
  await expect(overview(page).getByText("A change is pending already.")).toBeVisible();
  await page.getByRole("button", { name: "Keep yearly billing" }).click();
  await expect(page.getByRole("button", { name: "Change Seats" })).toBeEnabled();
  await choose();
  await expect(figure(page, "Renewal period")).toHaveText("Yearly");

  await system.advance(4 * 3600);
  await untilLicense(system, team, ({ product_id: plan }) => plan === monthly);
  await page.reload();
  await expect(figure(page, "Renewal period")).toHaveText("Monthly");
  const [newest] = await invoicesOf(system, team);
  expect([newest?.status, newest?.total]).toEqual(["paid", 2000]);
});

test("CYCLE-05 a failed switch shows a message, and changes and charges nothing", async ({ page, system }) => {
  const team = await newTeam(system, { seats: 4, held: 1, plan: monthly, card: declinedLater });
  await openTeam(page, team);
  await page.getByRole("button", { name: "Switch to Yearly" }).click();
  await payButton(page).click();
  const alert = theDialog(page).getByRole("alert");
  await expect(alert).toContainText("Unable to modify current subscription. Please contact the provider.");
  await expect(alert).toContainText("Nothing was charged and nothing was changed.");
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(figure(page, "Renewal period")).toHaveText("Monthly");
  await expect(page.getByRole("button", { name: "Switch to Yearly" })).toBeEnabled();
});

test("RENEW-01 RENEW-02 auto-renewal is turned off and on, each after a confirmation, and shows as pending", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 4, held: 2, ends: "+40d" });
  await openTeam(page, team);
  await page.getByRole("button", { name: "Cancel Subscription" }).click();
  const question = page.getByRole("alertdialog", { name: "Cancel Subscription" });
  await expect(question).toContainText(/Everybody keeps access until \w{3} \d\d, \d{4}\./);
  await question.getByRole("button", { name: "Keep subscription" }).click();
  expect((await licenseOf(system, team)).cancel_at_period_end).toBe(false);
  await page.getByRole("button", { name: "Cancel Subscription" }).click();
  await question.getByRole("button").last().click();
  await expect(overview(page).getByText("Change pending")).toBeVisible();
  await expect(overview(page).getByText(/^Auto-renewal is off\. Everybody keeps access until/)).toBeVisible();
  await expect(overview(page).getByText(/Expires on \w{3} \d\d, \d{4}\.$/)).toBeVisible();
  await expect(overview(page).getByText("Change pending")).toBeHidden();
  expect((await licenseOf(system, team)).cancel_at_period_end).toBe(true);

  await page.route("**/api/v2/customer/*/subscription/*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await page.getByRole("button", { name: "Turn on Auto-Renewal" }).click();
  const resume = page.getByRole("dialog", { name: "Turn on Auto-Renewal" });
  await resume.getByRole("button").last().click();
  await expect(resume.getByRole("alert")).toContainText(
    "Unable to turn on auto-renewal for this subscription. Please contact sales.",
  );
  await page.unroute("**/api/v2/customer/*/subscription/*");
  await resume.getByRole("button").last().click();
  await expect(overview(page).getByText("Change pending")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel Subscription" })).toBeVisible();
  await expect(overview(page).getByText(/Renews on \w{3} \d\d, \d{4}/)).toBeVisible();
  expect((await licenseOf(system, team)).cancel_at_period_end).toBe(false);
});

test("RENEW-01 QTY-02 access lasts until the expiry date; then the subscription has ended and its seats give no access", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 4, held: 2, ends: "+3h", canceled: true });
  await openTeam(page, team);
  await expect(page.getByLabel("Email addresses")).toBeEnabled();
  await system.advance(4 * 3600);
  await untilLicense(system, team, ({ subscription_state: state }) => state === "inactive");
  await page.reload();
  await expect(overview(page).getByText("This subscription has ended")).toBeVisible();
  await expect(overview(page).getByText(/The subscription ended on \w{3} \d\d, \d{4}\.$/)).toBeVisible();
  await expect(page.getByLabel("Email addresses")).toBeHidden();
  for (const action of await overview(page).getByRole("button").all()) await expect(action).toBeDisabled();
  await expect(seatsRegion(page).getByRole("row")).toHaveCount(3);
  expect((await invoicesOf(system, team)).filter(({ status }) => status === "paid")).toHaveLength(1);
});

test("TEAM-02 a failed payment is shown, and changes are blocked until it is paid", async ({ page, system }) => {
  const team = await newTeam(system, { seats: 4, held: 2, ends: "+3h", card: declinedLater });
  await openTeam(page, team);
  await system.advance(4 * 3600);
  await untilLicense(system, team, ({ subscription_status: status }) => status === "past_due");
  await page.reload();
  await expect(page.getByText(/^The payment of \$[\d,.]+ for Outlinear 5.* failed$/)).toBeVisible();
  await expect(page.getByText(/We try again on [A-Z][a-z]{2} \d\d, \d{4} with Visa •••• \d{4}\./)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Pay \$/ })).toBeEnabled();
  await expect(page.getByRole("button", { name: "Change Seats" })).toBeDisabled();
  await expect(page.getByLabel("Email addresses")).toBeEnabled();
});
