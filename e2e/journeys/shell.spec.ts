import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { askApart, holdBack } from "../hold-back.ts";
import { arrive, signIn } from "../people.ts";

test("SHELL-01 SHELL-04 SHELL-07 header and footer show the vendor of the configuration", async ({ page }) => {
  await page.goto("/");
  const header = page.getByRole("banner");
  await expect(header).toContainText("Fernhill Accounts");
  for (const [menu, link] of [
    ["Products", "Outlinear"],
    ["Company", "About Fernhill"],
    ["Help", "Manuals"],
  ] as const) {
    const button = header.getByRole("button", { name: menu });
    await button.click();
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await expect(header.getByRole("link", { name: link })).toHaveAttribute("href", /^https:/);
    await page.keyboard.press("Escape");
    await expect(header.getByRole("link", { name: link })).toBeHidden();
    await expect(button).toBeFocused();
  }
  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText("1994-2024");
  await expect(footer.getByRole("link", { name: "Legal" })).toHaveAttribute("href", /^https:/);
  await expect(footer.getByRole("link", { name: "Contact us" })).toHaveAttribute("href", /^mailto:/);
});

test("SHELL-02 below 600 px one menu opens and closes, by keyboard too", async ({ page }) => {
  await page.setViewportSize({ width: 599, height: 800 });
  await page.goto("/");
  const header = page.getByRole("banner");
  await expect(header.getByRole("button", { name: "Products" })).toBeHidden();
  const menu = header.getByRole("button", { name: /menu/i });
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect(header.getByRole("link", { name: "Outlinear" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(header.getByRole("link", { name: "Outlinear" })).toBeHidden();
  await menu.click();
  await expect(header.getByRole("link", { name: "Manuals" })).toBeVisible();
  await menu.click();
  await expect(header.getByRole("link", { name: "Manuals" })).toBeHidden();
  await page.setViewportSize({ width: 600, height: 800 });
  await expect(header.getByRole("button", { name: "Products" })).toBeVisible();
  await expect(menu).toBeHidden();
});

test("SHELL-03 SHELL-05 a signed-in person sees the own name, Sign Out, and the account navigation", async ({
  page,
  person,
}) => {
  await page.goto("/");
  await expect(page.getByRole("navigation", { name: "Account", exact: true })).toBeHidden();
  await signIn(page, person);
  await expect(page.getByText(person.username, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Account", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Admin" })).toBeHidden();
});

test("SHELL-08 every page has its title, and opening it moves the focus to its heading", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle("Sign In · Fernhill");
  await page.getByRole("link", { name: "Sign up" }).click();
  await expect(page).toHaveTitle("Sign Up · Fernhill");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goto("/password-reset");
  await expect(page).toHaveTitle("Password Reset · Fernhill");
  await page.goto("/four-oh");
  await expect(page).toHaveTitle("Page Not Found · Fernhill");
});

test("SHELL-08 signing in and out moves the focus to the heading, and loading content does not lose it", async ({
  page,
  person,
}) => {
  const heading = page.getByRole("heading", { level: 1 });
  await askApart(page);
  const release = await holdBack(page, "**/api/1.1/unactivated_registrations/");
  await signIn(page, person);
  await expect(heading.and(page.getByText("Your account"))).toBeFocused();
  await expect(page.getByText(person.email)).toHaveCount(0);
  release();
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(heading.and(page.getByText("Your account"))).toBeFocused();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(heading.and(page.getByText("Sign in to your Fernhill account"))).toBeFocused();
});

for (const path of ["/four-oh", "/no/such/page"]) {
  test(`SHELL-10 ROUTE-04 ${path} is not found, and links back`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
    await page.getByRole("link", { name: "Back to Accounts" }).click();
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  });
}

test("SHELL-11 the revision is read from /conf, and only logged", async ({ page }) => {
  const logged = page.waitForEvent("console", (message) => message.text().includes("revision"));
  await page.goto("/");
  expect((await logged).type()).toBe("info");
});

test("SHELL-09 the library that reports failures is loaded only after the first one, and its report arrives", async ({
  page,
  person,
  system,
}) => {
  const libraries: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/failure-sender")) libraries.push(request.url());
  });
  await page.goto("/register");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await signIn(page, person);
  await expect(page.getByText(person.email)).toBeVisible();
  await page.goto("/reset");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(libraries).toEqual([]);

  const arrived = () => system.output().match(/a browser reports a failure/g)?.length ?? 0;
  const before = arrived();
  await askApart(page);
  await page.route("**/api/1.1/seats/", (route) => route.fulfill({ json: { seats: [{ id: "broken" }] } }));
  await page.goto("/?confirm_key=not-for-reports");
  await expect(page.getByRole("heading", { name: "Unexpected Application Error!" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Details" })).toContainText("at ");
  await expect.poll(() => libraries.length).toBe(1);
  await expect.poll(arrived).toBe(before + 1);
  const report = system
    .output()
    .split("\n")
    .findLast((line) => line.includes("a browser reports a failure"));
  expect(JSON.parse(report ?? "")).toMatchObject({ path: "/", failure: expect.stringMatching(/^TypeError: ./) });
  expect(report).not.toContain("not-for-reports");
});

test("ROUTE-05 ROUTE-06 ROUTE-07 pages that need a session or data redirect to the main screen without it", async ({
  page,
  person,
}) => {
  for (const path of ["/reset", "/license-upgrade", "/manage-team"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  }
  await signIn(page, person);
  await expect(page.getByText(person.email)).toBeVisible();
  for (const path of ["/license-upgrade", "/manage-team"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByText(person.email)).toBeVisible();
  }
});

test("SHELL-07 the browser's tab shows the brand's mark, and loading a page requests no missing file", async ({
  page,
}) => {
  const missing: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) missing.push(response.url());
  });
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  const icon = await page.locator("link[rel=icon]").evaluate((link: HTMLLinkElement) => link.href);
  expect((await page.request.get(icon)).headers()["content-type"]).toContain("image/svg+xml");
  expect(missing).toEqual([]);
});

/** Counts the pages that this tab loads from now on. */
function countLoads(page: Page): { count: number } {
  const loads = { count: 0 };
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.count += 1;
  });
  return loads;
}

/** Aborts the files of the portal, except those whose names begin with one of these. */
async function loseFiles(page: Page, except: readonly string[]) {
  await page.route("**/assets/*", (route) => {
    const name = new URL(route.request().url()).pathname.replace("/assets/", "");
    return except.some((known) => name.startsWith(`${known}-`)) ? route.continue() : route.fulfill({ status: 404 });
  });
}

test("SHELL-09 a page whose files are missing reloads once, then says what to do (FAULT-05)", async ({
  page,
  person,
}) => {
  await arrive(page, person);
  await expect(page.getByText(person.email)).toBeVisible();
  for (const [path, except] of [
    ["/", ["react", "start", "rolldown-runtime"]],
    ["/manage-team", ["react", "start", "rolldown-runtime", "account"]],
    ["/papers", []],
  ] as const) {
    await page.evaluate(() => sessionStorage.clear());
    await loseFiles(page, except);
    const loads = countLoads(page);
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Unexpected Application Error!" })).toBeVisible();
    await expect(page.getByText("A part of this page could not be loaded. Check your connection")).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(loads.count, path).toBe(2);
    await page.unroute("**/assets/*");
    await page.getByText("Reload the page", { exact: true }).click();
    await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
  }
});

test("SHELL-09 the served forms stay or say what to do if no file of the portal comes (FAULT-05)", async ({ page }) => {
  await loseFiles(page, []);
  const loads = countLoads(page);
  await page.goto("/buy");
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("A part of this page could not be loaded. Check your connection")).toBeVisible();
  expect(loads.count).toBe(2);
});

/** Ways in which a browser stores nothing: reading throws, there is no store, or writing throws. */
const blocks = {
  throws: () => {
    const get = () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get });
  },
  none: () => {
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { value: null });
  },
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
  },
};

for (const [name, block] of Object.entries(blocks)) {
  test(`SHELL-09 a browser without site data gets one sentence and no placeholder: ${name} (FAULT-19)`, async ({
    page,
  }) => {
    await page.addInitScript(block);
    for (const path of ["/", "/buy", "/register"]) {
      await page.goto(path);
      await expect(page.getByRole("alert")).toHaveText(/allow site data \(cookies\) for it in your browser’s settings/);
      await expect(page.locator("button, input, select")).toHaveCount(0);
      await expect(page.locator("body")).not.toContainText("%");
      await expect(page.getByRole("heading", { name: "Fernhill Accounts" })).toBeVisible();
    }
  });
}

test("SHELL-04 the pages as served contain no placeholder, and say that they need JavaScript (FAULT-19, FAULT-53)", async ({
  request,
}) => {
  for (const path of ["/", "/buy", "/buy?plan=OUTLINE-5-SUB-ANNUAL-WEB&seats=3", "/nothing-here"]) {
    const html = await (await request.get(path)).text();
    expect(html.replaceAll(/<script.*?<\/script>/gs, "")).not.toMatch(/%[a-zA-Z]+%/);
    expect(html).toContain("1994-2024");
    expect(html).toContain("This page needs JavaScript");
  }
});
