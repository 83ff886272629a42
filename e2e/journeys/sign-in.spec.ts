import { expectAccessible } from "../axe.ts";
import type { RunningSystem } from "@foyer/testing/running-system";
import type { Page } from "@playwright/test";
import { expect } from "../fixtures.ts";
import { type NewPerson, signIn } from "../people.ts";
import { openArea, test } from "../staff.ts";
import { newTeam, openTeam } from "../teams.ts";

const session = "foyer.session";
const expired = "Your session has expired. Please sign in again.";

const accessTokenOf = (page: Page): Promise<string> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "{}").accessToken, session);

/** Ends a session at the service, like another browser or a staff member. */
const endElsewhere = (system: RunningSystem, token: string) => system.call("GET", "/api/1.1/signout/", { token });

/** Fills in and sends the form on the page. */
async function signInHere(page: Page, person: Pick<NewPerson, "username" | "password">) {
  await page.getByLabel("Account name").fill(person.username);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

test("ROUTE-01 SIGNIN-01 SIGNIN-03 a signed-out person gets a form that sends only complete input", async ({
  page,
}) => {
  await page.goto("/");
  const submit = page.getByRole("button", { name: "Sign In" });
  await expect(submit).toBeDisabled();
  await page.getByLabel("Account name").fill("ida");
  await expect(submit).toBeDisabled();
  await page.getByLabel("Password", { exact: true }).fill("x");
  await expect(submit).toBeEnabled();
  await page.getByLabel("Account name").fill("");
  await expect(submit).toBeDisabled();
  await expect(page.getByRole("link", { name: "Sign up" })).toHaveAttribute("href", "/register");
  await expect(page.getByRole("link", { name: /forgot/i })).toHaveAttribute("href", "/password-reset");
});

test("SIGNIN-02 SIGNIN-06 LOOK-21 an @ shows the hint, a wrong password the service's message, and a limit its end", async ({
  page,
  person,
}) => {
  await page.goto("/");
  const hint = page.getByText("Use your account name, not an email address.");
  await page.getByLabel("Account name").fill(person.username);
  await expect(hint).toBeHidden();
  await page.getByLabel("Account name").fill(person.email);
  await expect(hint).toBeVisible();
  await expectAccessible(page, "the hint");
  const wrong = { ...person, password: "not it" };
  await signInHere(page, wrong);
  await expect(page.getByRole("alert")).toHaveText("The account name or the password is wrong.");
  await expectAccessible(page, "a wrong password");
  expect(await page.evaluate((key) => localStorage.getItem(key), session)).toBeNull();
  for (let tried = 0; tried < 10; tried += 1) {
    await page.request.post("/api/1.1/signin/", { form: { username: person.username, password: "wrong" } });
  }
  await signInHere(page, wrong);
  await expect(page.getByRole("alert")).toHaveText(
    /^Too many tries\. Please try again in (a minute|\d+ minutes), at \d\d:\d\d UTC\.$/,
  );
});

test("SIGNIN-04 SIGNIN-08 signing in lasts over a reload, also with an access token that expired", async ({
  page,
  person,
}) => {
  await signIn(page, person);
  await expect(page.getByRole("heading", { name: "Your account", level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
  await page.reload();
  await expect(page.getByText(person.email)).toBeVisible();
  await page.evaluate((key) => {
    const stored = JSON.parse(localStorage.getItem(key) ?? "{}");
    localStorage.setItem(key, JSON.stringify({ ...stored, accessToken: "spent" }));
  }, session);
  await page.reload();
  await expect(page.getByRole("region", { name: "Account", exact: true })).toContainText(person.email);
  expect(await accessTokenOf(page)).not.toBe("spent");
});

test("SIGNIN-05 a sign-in that is answered with 1002 says that the session has expired, in these words", async ({
  page,
  person,
}) => {
  const message = "The server's own words.";
  const fault = { code: 1002, name: "session.required", message };
  const json = { status: "error", ...fault, errors: [fault] };
  await page.route("**/api/1.1/signin/", (route) => route.fulfill({ status: 401, json }));
  await signIn(page, person);
  await expect(page.getByRole("alert")).toHaveText(expired);
  await page.unroute("**/api/1.1/signin/");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText(person.email)).toBeVisible();
});

test("SIGNIN-05 SIGNIN-08 STATE-03 a session that was ended elsewhere leaves no data, and signing in leads back to the team", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 3 });
  await openTeam(page, team);
  const token = await accessTokenOf(page);
  // A page that is still reading would notice the end, and show it, before it is loaded again.
  await page.goto("about:blank");
  await endElsewhere(system, token);
  await page.goBack();
  await expect(page.getByText(expired)).toBeVisible();
  await expect(page.getByText(/email support/)).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage).concat(Object.keys(sessionStorage)))).toEqual([]);
  await expect(page).toHaveURL(/:\d+\/$/);
  await signInHere(page, team.owner);
  await expect(page).toHaveURL(/\/manage-team$/);
  await expect(page.getByRole("heading", { level: 1, name: /Outlinear 5/ })).toBeFocused();
});

test("SIGNIN-05 SIGNIN-08 a session that ends in the staff area leads only the same person back there", async ({
  page,
  person,
  staff,
  system,
}) => {
  for (const [who, path] of [
    [staff, /\/admin\/machine-room$/],
    [person, /:\d+\/$/],
  ] as const) {
    await openArea(page, staff, "/admin/acts");
    await expect(page.getByRole("heading", { level: 1, name: "Staff acts" })).toBeVisible();
    await endElsewhere(system, await accessTokenOf(page));
    await page.getByRole("link", { name: "Machine room" }).click();
    await expect(page.getByText(expired)).toBeVisible();
    await signInHere(page, who);
    await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
    await expect(page).toHaveURL(path);
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
    await expect(page.getByText(expired)).toHaveCount(0);
  }
});

test("SIGNIN-09 STATE-02 STATE-03 signing out revokes the session, and every tab follows", async ({
  page,
  context,
  person,
  system,
}) => {
  await signIn(page, person);
  await expect(page.getByText(person.email)).toBeVisible();
  const token = await accessTokenOf(page);
  const other = await context.newPage();
  await other.goto("/");
  await expect(other.getByText(person.email)).toBeVisible();

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByLabel("Account name")).toBeVisible();
  await expect(other.getByLabel("Account name")).toBeVisible();
  await expect.poll(async () => (await system.call("POST", "/api/1.1/user/", { token })).status).toBe(401);
  expect(await page.evaluate(() => Object.keys(localStorage).concat(Object.keys(sessionStorage)))).toEqual([]);

  await signInHere(other, person);
  await expect(page.getByText(person.email)).toBeVisible();
});

test("SIGNIN-08 a session that an earlier version stored goes on, and its refresh token moves into the cookie (FAULT-31)", async ({
  page,
  person,
  system,
}) => {
  const form = { username: person.username, password: person.password };
  const { token } = (await system.call("POST", "/api/1.1/signin/", { form })).body;
  const end = Date.now() + 800_000;
  const stored = { accessToken: token.access_token, refreshToken: token.refresh_token, accessEndsAt: end };
  await page.goto("/healthz");
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    session,
    JSON.stringify({ ...stored, sessionEndsAt: end + 1_000 }),
  ] as const);
  await page.goto("/");
  await expect(page.getByText(person.email)).toBeVisible();
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), session)).not.toContain("rt_");
  await page.evaluate((key) => {
    const now = JSON.parse(localStorage.getItem(key) ?? "{}");
    localStorage.setItem(key, JSON.stringify({ ...now, accessToken: "spent" }));
  }, session);
  await page.reload();
  await expect(page.getByText(person.email)).toBeVisible();
});
