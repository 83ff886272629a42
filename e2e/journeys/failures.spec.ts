import { randomBytes } from "node:crypto";
import { isReadLine, paths } from "@foyer/contract/paths";
import type { Page, Route } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { arrive } from "../people.ts";

/**
 * Each read of each page fails in turn. Each fails in one way, and the ways change from call to call; `FAILURES=all` tries all
 * ways on each call, and loses each file of each page.
 */
const ways = ["503", "500", "429", "no answer"] as const;
type Way = (typeof ways)[number];
const isThorough = process.env["FAILURES"] === "all";
/** Most failed calls in a minute. */
const BUDGET = 10;

const API = "**/api/**";

/** Reads whose failure is not shown, with the reason. */
const unseen: Readonly<Record<string, string>> = {
  "GET /api/1.1/user/account_page/": "each part is then requested by its own call",
  "GET /api/v2/customer/:id/account_page": "each part is then requested by its own call",
  "GET /api/v2/get_conf": "the card form requests it again, and reports it",
  "/ GET /api/v2/plans": "the page needs it only for a change of the plan, which requests it again",
  "/manage-team POST /api/1.1/purchases/": "the page shows nothing of it",
  "/buy POST /api/1.1/user/": "only the bar of the page shows the person",
};

const lines = Object.values(paths)
  .filter((line) => isReadLine(line))
  .map((line) => {
    const [method = "", path = ""] = line.split(" ");
    return { call: `${method} ${path}`, method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`) };
  });

/** Returns the read that a request makes, as `GET /api/v2/customer/:id`; null for another request. */
function readOf(route: Route): string | null {
  const request = route.request();
  const { pathname } = new URL(request.url());
  return lines.find(({ method, pattern }) => method === request.method() && pattern.test(pathname))?.call ?? null;
}

const tryAgain = (page: Page) => page.getByRole("main").getByRole("button", { name: /^Try again/ });

/** Waits until the page is drawn, and no part of it is loading. */
async function settle(page: Page) {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.getByText(/^Loading/).or(page.getByRole("progressbar"))).toHaveCount(0, { timeout: 20_000 });
}

/** Returns the reads of the page. */
async function readsOf(page: Page): Promise<string[]> {
  const reads = new Set<string>();
  const note = async (route: Route) => {
    reads.add(readOf(route) ?? "");
    await route.fallback();
  };
  await page.route(API, note);
  await page.reload();
  await settle(page);
  await page.unroute(API, note);
  return [...reads].filter(Boolean).toSorted();
}

/** Makes reads fail until `end` is called. */
async function failing(page: Page, isMeant: (call: string) => boolean, way: Way) {
  const failed: string[] = [];
  const fail = async (route: Route) => {
    const call = readOf(route);
    if (call === null || !isMeant(call)) return await route.fallback();
    failed.push(call);
    if (way === "no answer") return await route.abort("connectionfailed");
    const headers = way === "429" ? { "retry-after": "1" } : {};
    await route.fulfill({ status: Number(way), headers, json: { status: "error", code: 5000, message: "Failed." } });
  };
  await page.route(API, fail);
  return { failed, end: () => page.unroute(API, fail) };
}

const mark = randomBytes(4).toString("hex");
const person = { username: `f${mark}`, email: `f${mark}@oak.example`, password: `harbour-${mark}` };
const license = `fail-${mark}`;
const reference = `failing-reference-${mark}`;
const belongings = [
  { type: "account", ...person, is_staff: true },
  {
    type: "license",
    id: license,
    owners: [person.username],
    product_id: "OUTLINE-5-SUB-MONTHLY-WEB",
    description: "Outlinear 5",
    total_seats: 5,
  },
  { type: "subscription", license },
  { type: "seat", id: `${license}-1`, license, username: person.username },
  { type: "seat", id: `${license}-2`, license, email: `later.${mark}@oak.example`, reference },
];

/** The pages with reads, for a person who is a manager, a customer and staff. */
const places = [
  "/",
  "/manage-team",
  "/papers",
  "/reset",
  `/confirm-invite/?ref=${reference}`,
  "/buy?plan=OUTLINE-5-SUB-MONTHLY-WEB&seats=3",
  "/admin/?q=oak",
  `/admin/accounts/${person.username}`,
  `/admin/licenses/${license}`,
  "/admin/acts",
  "/admin/legal-holds",
  "/admin/import",
  "/admin/catalogue",
  "/admin/machine-room",
];

test.beforeAll(async ({ system }) => await system.load(belongings));

test.beforeEach(async ({ page }) => {
  test.slow();
  await page.addInitScript((id) => sessionStorage.setItem("foyer.team", id), license);
  await page.addInitScript(() => {
    const isOnLine = () => sessionStorage.getItem("offline") === null;
    Object.defineProperty(navigator, "onLine", { get: isOnLine });
  });
});

for (const place of places) {
  const name = place.replaceAll(mark, "").split("?")[0] ?? place;

  test(`LOOK-05 SHELL-09 each read of ${name} that fails is reported in its place, and heals`, async ({ page }) => {
    // Each part asks by itself, as it does if a service cannot answer for all of them.
    await page.route(/\/account_page\/?$/, (route) => route.fulfill({ status: 404, json: {} }));
    await arrive(page, person, place);
    await settle(page);
    const reads = await readsOf(page);
    for (const [at, call] of reads.entries()) {
      for (const way of isThorough ? ways : ways.slice(at % ways.length).slice(0, 1)) {
        // The same page, one failure after the other.
        // oxlint-disable-next-line eslint/no-await-in-loop
        await test.step(`${call}: ${way}`, async () => {
          const { failed, end } = await failing(page, (one) => one === call, way);
          await page.reload();
          await settle(page);
          if (!(call in unseen) && !(`${name} ${call}` in unseen)) await expect(tryAgain(page).first()).toBeVisible();
          await expectHealed(page, end);
          expect(failed.length).toBeLessThanOrEqual(BUDGET);
        });
      }
    }
    await test.step("a service that answers nothing", async () => {
      const { failed, end } = await failing(page, () => true, "503");
      await page.reload();
      await settle(page);
      await page.waitForTimeout(3_000);
      // A page with few reads spends no budget, and heals after the next pause without an act.
      if (place === "/admin/catalogue") {
        await end();
        await expect(tryAgain(page)).toHaveCount(0, { timeout: 15_000 });
      }
      await expectHealed(page, end);
      for (const service of ["/api/1.1/", "/api/v2/"])
        expect(failed.filter((call) => call.includes(service)).length).toBeLessThanOrEqual(BUDGET);
    });
    await test.step("offline", async () => {
      const { end } = await failing(page, () => true, "no answer");
      await page.evaluate(() => sessionStorage.setItem("offline", ""));
      await page.reload();
      await settle(page);
      await expect(
        page
          .getByRole("main")
          .getByText(/^You are offline\. This part loads/)
          .first(),
      ).toBeVisible();
      await end();
      await page.evaluate(() => {
        sessionStorage.removeItem("offline");
        dispatchEvent(new Event("online"));
      });
      await expect(tryAgain(page)).toHaveCount(0);
      await settle(page);
    });
  });
}

/** Lets the reads succeed again. The page heals by itself, or when the person asks. */
async function expectHealed(page: Page, end: () => Promise<void>) {
  await expect(page.getByText("Unexpected Application Error!")).toHaveCount(0);
  await end();
  await expect(async () => {
    const button = tryAgain(page).first();
    if (await button.isVisible()) await button.click({ timeout: 1_000 });
    await expect(tryAgain(page)).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await settle(page);
}

const filed = isThorough ? places : places.slice(0, 2);
for (const place of filed) {
  test(`SHELL-09 each file of ${place.replaceAll(mark, "")} that is lost is reported, and the page is reloaded once`, async ({
    page,
  }) => {
    await arrive(page, person, place);
    await settle(page);
    const files = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.endsWith(".js")),
    );
    for (const file of new Set(files)) {
      // oxlint-disable-next-line eslint/no-await-in-loop
      await test.step(file, async () => {
        await page.evaluate(() => {
          const { ["foyer.session"]: session = "" } = localStorage;
          sessionStorage.clear();
          localStorage.setItem("foyer.session", session);
        });
        let documents = 0;
        const count = (request: { isNavigationRequest: () => boolean }) => {
          if (request.isNavigationRequest()) documents += 1;
        };
        page.on("request", count);
        await page.route(`**${file}`, (route) => route.abort());
        // The page may reload itself before it has loaded.
        await page.reload({ waitUntil: "commit" });
        const said = page.getByRole("button", { name: "Reload the page" }).or(tryAgain(page));
        await expect(said.or(page.getByText("Sign out")).first()).toBeVisible();
        await settle(page);
        page.off("request", count);
        await page.unroute(`**${file}`);
        expect(documents).toBeLessThanOrEqual(2);
      });
    }
  });
}
