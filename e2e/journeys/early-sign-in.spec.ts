import { brotliCompressSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { holdBack } from "../hold-back.ts";
import { type NewPerson, signIn, withFactor } from "../people.ts";
import { noteReports } from "../policy-violations.ts";

// The form before React: its scripts are held back, so whatever happens is the served page's own doing.

const SCRIPTS = "**/assets/*.js";
const wrong = "The account name or the password is wrong.";

const name = (page: Page) => page.getByLabel("Account name");
const password = (page: Page) => page.getByLabel("Password", { exact: true });
const submit = (page: Page) => page.getByRole("button", { name: "Sign In" });

async function fill(page: Page, person: Pick<NewPerson, "username" | "password">) {
  await name(page).fill(person.username);
  await password(page).fill(person.password);
}

/** Once the application draws the form. */
const takenOver = (page: Page) => page.waitForFunction(() => !("foyerSignIn" in window));

test("SIGNIN-04 LOOK-06 the form signs in before any of the application is there, once, and the heading has the focus", async ({
  page,
  person,
}) => {
  const release = await holdBack(page, SCRIPTS);
  let sent = 0;
  await page.route("**/api/1.1/signin/", async (route) => {
    sent += 1;
    await route.fallback();
  });
  await page.goto("/", { waitUntil: "commit" });
  await expect(name(page)).toBeFocused();
  await expect(submit(page)).toBeDisabled();
  await page.keyboard.type(person.username);
  await page.keyboard.press("Tab");
  await page.keyboard.type(person.password);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your account", level: 1 })).toBeFocused();
  await expect(section(page, "Account")).toContainText("Loading");
  release();
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeFocused();
  expect(sent).toBe(1);
  // The listeners of the served form are removed with it.
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in to your Fernhill account" })).toBeFocused();
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("button", { name: "Hide" })).toBeVisible();
});

test("SIGNIN-06 SIGNIN-02 a refusal and the hint show without React, and stay with what was typed when it comes", async ({
  page,
  person,
}) => {
  const reports = noteReports(page);
  const release = await holdBack(page, SCRIPTS);
  await page.goto("/", { waitUntil: "commit" });
  await fill(page, { username: person.email, password: "not it" });
  await expect(name(page)).toHaveAccessibleDescription("Use your account name, not an email address.");
  await submit(page).click();
  await expect(page.getByRole("alert")).toHaveText(wrong);
  await expect(submit(page)).toBeEnabled();
  await expect(submit(page)).not.toHaveAttribute("aria-busy");
  await expectAccessible(page, "a refusal without React");
  // Whatever is said again is said aloud again.
  await page.evaluate(() => {
    const alert = document.querySelector("[role=alert]");
    Object.assign(window, { alert, field: document.activeElement });
  });
  await password(page).fill(person.password);
  await name(page).fill(person.username);
  await name(page).press("Home");
  await name(page).press("ArrowRight");
  release();
  await takenOver(page);
  await expect(page.getByRole("alert")).toHaveText(wrong);
  await page.keyboard.type("x");
  await expect(name(page)).toHaveValue(`${person.username[0]}x${person.username.slice(1)}`);
  await expect(name(page)).toHaveAccessibleDescription("");
  await name(page).fill(person.username);
  await submit(page).click();
  await expect(page.getByText(person.email)).toBeVisible();
  expect(reports).toEqual([]);
});

test("LOOK-06 SIGNIN-01 what is typed while React takes the form over is all there, and what was pressed before acts then", async ({
  page,
}) => {
  const reports = noteReports(page);
  const release = await holdBack(page, SCRIPTS);
  await page.goto("/?ref=some-invitation-0000", { waitUntil: "commit" });
  await expect(page.getByRole("link", { name: "Sign up" })).toHaveAttribute(
    "href",
    "/register?ref=some-invitation-0000",
  );
  await password(page).fill("a secret");
  await page.getByRole("button", { name: "Show" }).click();
  await name(page).focus();
  // The page itself types on, a letter a frame, through the moment at which React comes.
  await page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>("input[name=username]");
    const typed = { count: 0 };
    Object.assign(window, { typed, field });
    const letter = () => {
      if (typed.count < 200 && document.activeElement === field) document.execCommand("insertText", false, "x");
      typed.count += 1;
      if (typed.count < 200) requestAnimationFrame(letter);
    };
    letter();
  });
  release();
  await takenOver(page);
  await page.waitForFunction(() => (window as unknown as { typed: { count: number } }).typed.count === 200);
  await expect(name(page)).toHaveValue("x".repeat(200));
  await expect(name(page)).toBeFocused();
  expect(await page.evaluate(() => document.activeElement === (window as unknown as { field: Element }).field)).toBe(
    true,
  );
  await expect(page.getByRole("button", { name: "Hide" })).toBeVisible();
  await expect(password(page)).toHaveAttribute("type", "text");
  await expect(password(page)).toHaveValue("a secret");
  await expect(submit(page)).toBeEnabled();
  expect(reports).toEqual([]);
});

test("KEY-05 SIGNIN-06 an early sign-in with a second factor goes on to the code, with nothing typed twice", async ({
  page,
  person,
  system,
}) => {
  const reports = noteReports(page);
  const code = await withFactor(system, person);
  const release = await holdBack(page, SCRIPTS);
  await page.goto("/", { waitUntil: "commit" });
  await fill(page, person);
  const answered = page.waitForResponse("**/api/1.1/signin/");
  await submit(page).click();
  await answered;
  await expect(submit(page)).toHaveAttribute("aria-busy", "true");
  release();
  await expect(page.getByLabel("Authentication code")).toBeFocused();
  await expect(submit(page)).not.toHaveAttribute("aria-busy");
  await page.keyboard.type(await code());
  await page.keyboard.press("Enter");
  await expect(page.getByText(person.email)).toBeVisible();
  expect(reports).toEqual([]);
});

test("LOOK-05 SIGNIN-06 an early sign-in that reaches nobody says so, and can be sent again", async ({
  page,
  person,
}) => {
  const release = await holdBack(page, SCRIPTS);
  await page.route("**/api/1.1/signin/", (route) => route.abort());
  await page.goto("/", { waitUntil: "commit" });
  await fill(page, person);
  await submit(page).click();
  await expect(page.getByRole("alert")).toContainText("The service cannot be reached right now.");
  await page.unroute("**/api/1.1/signin/");
  await submit(page).click();
  await expect(page.getByRole("heading", { name: "Your account", level: 1 })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  release();
  await expect(page.getByText(person.email)).toBeVisible();
});

test("ERASE-02 SIGNIN-06 where the application does not come, the form says that and stays; a session is there all the same", async ({
  page,
  person,
  system,
}) => {
  const code = await withFactor(system, person);
  await page.route(SCRIPTS, (route) => route.abort());
  await page.goto("/");
  await fill(page, person);
  await submit(page).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(submit(page)).not.toHaveAttribute("aria-busy");
  await page.unroute(SCRIPTS);
  await submit(page).click();
  await page.getByLabel("Authentication code").fill(await code());
  await submit(page).click();
  await expect(page.getByText(person.email)).toBeVisible();
});

test("ROUTE-01 SIGNIN-01 each path to the form shows it at once, and nothing changes when React comes (FAULT-46)", async ({
  page,
}) => {
  const reports = noteReports(page);
  for (const path of [
    "/team-subscription",
    "/team-subscription/",
    "/team-subscription/?ref=some-invitation-0000#subscriptions",
    "/manage-team/",
    "/reset/",
    "/admin/machine-room/",
    "/?section=team",
    "/?ref=short",
  ]) {
    const isTeam = path.startsWith("/team");
    const release = await holdBack(page, SCRIPTS);
    await page.goto(path, { waitUntil: "commit" });
    await name(page).fill("ida");
    const lead = page.getByText("Sign in to manage your team.");
    await expect(lead).toHaveCount(isTeam ? 1 : 0);
    release();
    await takenOver(page);
    await expect(name(page)).toHaveValue("ida");
    await expect(lead).toHaveCount(isTeam ? 1 : 0);
    await expect(page).toHaveURL(isTeam || path.includes("?") ? new RegExp(`${path.replace("?", "\\?")}$`) : /:\d+\/$/);
    await page.unroute(SCRIPTS);
  }
  await page.goto("/?password-success");
  const changed = page.getByText("Your password has been changed. Sign in with the new one.");
  await expect(changed).toBeVisible();
  await takenOver(page);
  await expect(changed).toHaveCount(1);
  expect(reports).toEqual([]);
});

test("SIGNIN-08 who is signed in does not see the form for a moment", async ({ page, person }) => {
  await signIn(page, person);
  await expect(page.getByText(person.email)).toBeVisible();
  await page.addInitScript(() => {
    const seen = { form: 0 };
    Object.assign(window, { seen });
    const look = () => {
      const field = document.querySelector("input[name=username]");
      if (field?.checkVisibility({ visibilityProperty: true })) seen.form += 1;
      requestAnimationFrame(look);
    };
    look();
  });
  for (const path of ["/", "/team-subscription", "/reset"]) {
    await page.goto(path);
    await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { seen: { form: number } }).seen.form)).toBe(0);
  }
});

test("SIGNIN-01 the form that is served acts with at most 12 KB of script, and tells password managers what its fields are", async ({
  page,
  request,
}) => {
  const html = await (await request.get("/")).text();
  // Only scripts that run: the settings are data.
  const inPage = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = ""]) => text);
  expect(html.match(/<script\b[^>]*>/g)?.filter((tag) => !tag.includes("application/json"))).toHaveLength(
    inPage.length,
  );
  expect(html.match(/<link rel="(modulepreload|preload" as="script)/g)).toBeNull();
  const bytes = inPage.reduce((sum, text) => sum + brotliCompressSync(text).length, 0);
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThanOrEqual(12_000);

  await holdBack(page, SCRIPTS);
  await page.goto("/", { waitUntil: "commit" });
  await expect(name(page)).toHaveAttribute("autocomplete", "username webauthn");
  await expect(name(page)).toHaveAttribute("type", "text");
  await expect(password(page)).toHaveAttribute("autocomplete", "current-password");
  await expect(password(page)).toHaveAttribute("type", "password");
  expect(await page.locator("form").evaluate((form: HTMLFormElement) => form.method)).toBe("post");
});
