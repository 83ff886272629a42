import type { Page } from "@playwright/test";
import { aSubscription, newCustomer, section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { askApart, holdBack } from "../hold-back.ts";
import { arrive } from "../people.ts";
import { newTeam, openTeam, overview } from "../teams.ts";
import { phone } from "../widths.ts";

test.use({ viewport: phone });

/** Makes the page record every text with a figure that it shows in elements of that kind. */
async function recordFigures(page: Page, selector: string) {
  await page.addInitScript((places) => {
    const shown = new Set<string>();
    (window as unknown as { figures: Set<string> }).figures = shown;
    new MutationObserver(() => {
      for (const place of document.querySelectorAll(places)) {
        const text = place.textContent ?? "";
        if (/\d/.test(text)) shown.add(text);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, selector);
}

const figures = (page: Page) => page.evaluate(() => [...(window as unknown as { figures: Set<string> }).figures]);

test("LOOK-16 TEAM-02 TEAM-05 the team page shows no figure and no action that changes when the rest has loaded", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 5, held: 3, expiring: 1 });
  await openTeam(page, team);
  const answers = [
    await holdBack(page, `**/api/1.1/registration_seats/${team.id}/`),
    await holdBack(page, /\/api\/v2\/customer\/[^/]+$/),
  ];
  const figuresOfOverview = "section[aria-label=Overview] p, section[aria-label=Overview] li";
  await recordFigures(page, figuresOfOverview);
  await page.reload();
  // The page does not wait longer than a second for the slowest.
  await expect(overview(page).getByRole("status").first()).toBeAttached();
  await expect(overview(page).getByText("Total seats after next renewal")).toBeVisible();
  await expect(overview(page).getByRole("listitem")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Change Seats" })).toHaveCount(0);
  for (const release of answers) release();
  await expect(overview(page).getByRole("listitem")).toHaveText([
    "3 in use",
    "1 of them expiring",
    "0 pending invitations",
    "2 unused",
  ]);
  await expect(overview(page).getByText(/3 of 5 seats used\. Renews on .+ for \$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Change Seats" })).toBeEnabled();
  const final = await page.locator(figuresOfOverview).allTextContents();
  expect((await figures(page)).filter((text) => !final.includes(text))).toEqual([]);
});

test("LOOK-16 the account page shows outlines until each part is known", async ({ page, system }) => {
  await askApart(page);
  const customer = await newCustomer(system, (names) => aSubscription(names));
  const releaseLicenses = await holdBack(page, "**/api/1.1/managed_team_licenses/", "POST");
  const answers = [
    await holdBack(page, /\/api\/v2\/customer\/[^/]+$/),
    await holdBack(page, /\/api\/v2\/customer\/[^/]+\/invoices/),
  ];
  await arrive(page, customer);
  // The licenses are listed above the sections, which wait for them so as not to be pushed down.
  for (const name of ["Account", "Security", "App Access", "Team Management"]) {
    await expect(section(page, name).getByRole("status").first()).toBeAttached();
  }
  releaseLicenses();
  const payment = section(page, "Payment");
  await expect(payment.getByRole("heading", { name: "Billing history" })).toBeVisible();
  await expect(payment.getByRole("status").first()).toBeAttached();
  await expect(payment.getByText("There are no invoices yet.")).toHaveCount(0);
  await expect(payment.getByText("Nothing is due.")).toHaveCount(0);
  for (const release of answers) release();
  await expect(payment).toContainText(/\$\d+\.\d\d on [A-Z][a-z]{2} \d\d, \d{4}/);
  await expect(section(page, "App Access").getByText(/^Outlinear 5/)).toBeVisible();
  await expect(section(page, "Team Management").getByText("1 of 4 seats used")).toBeVisible();
});
