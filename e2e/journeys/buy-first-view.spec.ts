import type { Browser, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { holdBack } from "../hold-back.ts";
import { arrive } from "../people.ts";
import { noteReports } from "../policy-violations.ts";

// The first view of /buy before React: its scripts are held back, so what happens is the served page's own doing.

const SCRIPTS = "**/assets/*.js";
const YEARLY = "OUTLINE-5-SUB-ANNUAL-WEB";

const summary = (page: Page) => page.getByRole("region", { name: "Summary" });
const billing = (page: Page, name: string) => page.getByRole("radio", { name });

/** Opens a page in a browser that runs no scripts. */
async function withoutScripts(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** Once the application has taken the served page over. */
const takenOver = (page: Page) => page.waitForFunction(() => !("foyerBuying" in window));

test("BUY-01 the served page shows products, prices, what a year saves and the link's choice, also for an unknown plan", async ({
  browser,
  system,
}) => {
  const page = await withoutScripts(browser, `${system.url}/buy?plan=${YEARLY}&seats=25`);
  await expect(page).toHaveTitle("Buy · Fernhill");
  await expect(page.getByRole("group", { name: "Product" }).getByRole("radio")).toHaveCount(4);
  await expect(billing(page, "Yearly")).toBeChecked();
  await expect(billing(page, "Yearly")).toHaveAccessibleDescription(
    "$50.00 per seat per year Saves $10.00 per seat per year",
  );
  await expect(page.getByLabel("Seats")).toHaveValue("25");
  await expect(summary(page)).toContainText("25 × $50.00 per seat per year");
  await expect(summary(page)).toContainText("$1,250.00 per year");
  await expect(summary(page)).toContainText("You save $250.00 per year");
  await page.goto(`${system.url}/buy?plan=${encodeURIComponent("<img src=x>NOTHING")}`);
  await expect(page.getByText("<img src=x>NOTHING is not on sale")).toBeVisible();
  await expect(page.locator("main img")).toHaveCount(0);
  await page.context().close();
});

test("BUY-01 React takes the served view over as it is: nothing moves, nothing is drawn again, the catalogue is not asked for", async ({
  page,
}) => {
  const reports = noteReports(page);
  let asked = 0;
  await page.route("**/api/v2/catalogue", async (route) => {
    asked += 1;
    await route.fallback();
  });
  await page.addInitScript(() => {
    const kept = { shift: 0 };
    Object.assign(window, { kept });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) kept.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const release = await holdBack(page, SCRIPTS);
  await page.goto(`/buy?plan=${YEARLY}&seats=4`, { waitUntil: "commit" });
  await expect(summary(page)).toContainText("$200.00 per year");
  await page.evaluate(() => Object.assign(document.querySelector("#root form") ?? {}, { isServed: true }));
  release();
  await takenOver(page);
  expect(await page.evaluate(() => (window as unknown as { kept: object }).kept)).toEqual({ shift: 0 });
  await billing(page, "Monthly").check();
  await expect(summary(page)).toContainText("$20.00 per month");
  expect(await page.evaluate(() => "isServed" in (document.querySelector("#root form") ?? {}))).toBe(true);
  expect([asked, reports]).toEqual([0, []]);
});

test("BUY-01 what is chosen, typed and pressed before React is there counts", async ({ page }) => {
  const release = await holdBack(page, SCRIPTS);
  await page.goto("/buy", { waitUntil: "commit" });
  await page.getByRole("radio", { name: "Tasklight 3" }).check();
  await billing(page, "Monthly").check();
  await page.getByLabel("Seats").fill("7");
  await page.getByRole("button", { name: "Continue" }).click();
  release();
  await expect(page.getByRole("heading", { name: "Your account" })).toBeFocused();
  await expect(page.getByText("7 × $10.00 per seat per month")).toBeVisible();
  await expect(page.getByText("Tasklight 3")).toBeVisible();
  await page.reload();
  await expect(page.getByText("7 × $10.00 per seat per month")).toBeVisible();
});

test("BUY-01 BUY-03 a stored choice, or a person who is signed in, gets no served view of something else", async ({
  page,
  person,
}) => {
  await page.goto(`/buy?plan=${YEARLY}&seats=3`);
  await page.getByLabel("Seats").fill("5");
  await expect(page).toHaveURL(/\/buy$/);
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const field = document.querySelector<HTMLInputElement>("input[name=seats]");
      const isHidden = "waits" in document.documentElement.dataset;
      if (field && !isHidden && !seen.includes(field.value)) seen.push(field.value);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  await page.goto("/buy");
  await expect(page.getByLabel("Seats")).toHaveValue("5");
  expect(await seen()).toEqual(["5"]);
  await arrive(page, person, `/buy?plan=${YEARLY}&seats=6`);
  await expect(page.getByLabel("Seats")).toHaveValue("6");
  await expect(page.getByText(person.username)).toBeVisible();
});
