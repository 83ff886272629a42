import { allowApp, askOauth } from "../app-sign-in.ts";
import { expectAccessible } from "../axe.ts";
import { openRow, section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { post } from "../inviting.ts";
import { mailedLink, signIn } from "../people.ts";

test("OIDC-06 OIDC-21 an app leads to the sign-in, asks, is told who signed in, and is ended in Security", async ({
  page,
  person,
}) => {
  await page.goto("/sandbox/app");
  await page.getByRole("link", { name: "Sign in with Fernhill" }).click();
  await expect(page.getByText("Sign in to go on to Time Sheets by Larkspur.")).toBeVisible();
  await expectAccessible(page, "sign-in for an app");
  // As after signing up or a new password, which end at the start: the app waits, and is led back to.
  await page.goto("/");
  await page.getByLabel("Account name").fill(person.username);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { name: "Sign in to Time Sheets by Larkspur" })).toBeVisible();
  await expect(page.getByText("see your licenses, your seats and the license keys of your purchases")).toBeVisible();
  await expect(page.getByText(`You are signed in as ${person.username}`)).toBeVisible();
  await expectAccessible(page, "consent");
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByText(`Hello, ${person.username}.`)).toBeVisible();
  await expect(page.getByText('"licenses": []')).toBeVisible();

  // Allowed scopes are not asked for again.
  await page.goto("/sandbox/app/sign-in");
  await expect(page.getByText(`Hello, ${person.username}.`)).toBeVisible();

  await page.goto("/");
  await openRow(page, "Connected apps and devices");
  const apps = section(page, "Security").getByRole("list", { name: "Connected apps and devices" });
  await expect(apps.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page, "connected apps");
  await apps.getByRole("button", { name: "End Time Sheets by Larkspur" }).first().click();
  await expect(apps.getByRole("listitem")).toHaveCount(1);

  await page.goto("/sandbox/app/sign-in");
  await page.getByRole("button", { name: "Deny" }).click();
  await expect(page.getByText("The portal said: access_denied.")).toBeVisible();
});

test("OIDC-06 a request that waits for a sign-in is led back to once, and keeps nobody from the own account", async ({
  context,
  page,
  person,
}) => {
  const ask = async () => {
    await page.goto("/sandbox/app/sign-in");
    await expect(page.getByText("Sign in to go on to Time Sheets by Larkspur.")).toBeVisible();
  };
  const enter = async () => {
    await page.goto("/");
    await page.getByLabel("Account name").fill(person.username);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Sign In" }).click();
  };
  await ask();
  await enter();
  await expect(page.getByRole("heading", { name: "Sign in to Time Sheets by Larkspur" })).toBeVisible();
  await page.goto("/");
  await expect(section(page, "Security")).toBeVisible();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();

  // A restarted browser has lost the cookie of its request, and keeps the address.
  await ask();
  await context.clearCookies();
  await enter();
  await expect(page.getByRole("heading", { name: "This request has ended" })).toBeVisible();
  await expectAccessible(page, "a request that has ended");
  await page.getByRole("link", { name: /Back to/ }).click();
  await expect(section(page, "Security")).toBeVisible();
});

test("OIDC-06 a new password leads back to the app that waits", async ({ page, person, system }) => {
  await page.goto("/sandbox/app/sign-in");
  await page.getByRole("link", { name: /forgot/i }).click();
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(page.getByText("Email sent!")).toBeVisible();
  await page.goto(await mailedLink(system, person.email, "/password-reset", 2));
  await page.getByLabel("New password", { exact: true }).fill("quiet-orchard-lane-7");
  await page.getByLabel("Confirm new password").fill("quiet-orchard-lane-7");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("Your password has been changed. Sign in with the new one.")).toBeVisible();
  await page.getByLabel("Account name").fill(person.username);
  await page.getByLabel("Password", { exact: true }).fill("quiet-orchard-lane-7");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { name: "Sign in to Time Sheets by Larkspur" })).toBeVisible();
});

test("OIDC-07 who must prove herself sees who that is, and can take another account or cancel", async ({
  page,
  person,
}) => {
  await signIn(page, person);
  await expect(page.getByRole("button", { name: "Sign out", exact: true })).toBeVisible();
  const led = await page.request.get("/sandbox/app/sign-in", { maxRedirects: 0 });
  const ask = () => page.goto(`${led.headers()["location"]}&prompt=login`);
  await ask();
  await expect(page.getByText("Time Sheets by Larkspur wants to be sure that it is you.")).toBeVisible();
  await expect(page.getByText(`You are signed in as ${person.username}`)).toBeVisible();
  await expectAccessible(page, "proof");
  await page.getByRole("button", { name: "Use another account" }).click();
  await expect(page.getByText("Sign in to go on to Time Sheets by Larkspur.")).toBeVisible();
  await page.getByLabel("Account name").fill(person.username);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("button", { name: "Allow" })).toBeVisible();
  await ask();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.waitForURL(/access_denied/);
});

test("OIDC-13 a code that was typed outlives the end of the session", async ({ page, person, system }) => {
  await signIn(page, person);
  await expect(page.getByRole("button", { name: "Sign out", exact: true })).toBeVisible();
  await page.goto("/device");
  await page.getByLabel("Code").fill("bcdf ghjk");
  const token = await system.signIn(person.username, person.password);
  await system.call("DELETE", "/api/1.1/user/sessions/", { token });
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Account name").fill(person.username);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByLabel("Code")).toHaveValue("bcdf ghjk");
});

test("OIDC-13 OIDC-14 a device is connected by the code that it shows, after a look at what asks", async ({
  page,
  person,
  system,
}) => {
  const form = { client_id: "wall-board", scope: "openid offline_access", device_name: "Kitchen <b>board</b>" };
  const { body } = await system.call("POST", "/oauth/device_authorization", { form });
  await page.goto(new URL(body.verification_uri_complete).pathname + new URL(body.verification_uri_complete).search);
  await page.getByLabel("Account name").fill(person.username);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByLabel("Code")).toHaveValue(body.user_code);
  await page.getByLabel("Code").fill("bbbb bbbb");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("This code is wrong or has expired.")).toBeVisible();
  await expectAccessible(page, "a wrong code");
  await page.getByLabel("Code").fill(body.user_code.toLowerCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Kitchen <b>board</b>")).toBeVisible();
  await expect(page.getByText("Only go on if you started this yourself, on a device in front of you.")).toBeVisible();
  await expect(page.getByText(body.user_code)).toBeVisible();
  await expectAccessible(page, "device");
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.getByRole("heading", { name: "The device is connected" })).toBeVisible();
  const token = await system.call("POST", "/oauth/token", {
    form: {
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      client_id: "wall-board",
      device_code: body.device_code,
    },
  });
  expect(token.status).toBe(200);
});

test("OIDC-02 OIDC-20 OIDC-23 what an app cannot lead to, and what it opens", async ({ page, person, system }) => {
  const refused = await page.goto("/oauth/authorize?client_id=nobody&redirect_uri=https://evil.example/");
  expect(refused?.status()).toBe(400);
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await expectAccessible(page, "a refused app");
  await page.goto("/from-app?code=pl_unknown");
  await expect(page.getByText("This link has been used or has expired. Please sign in.")).toBeVisible();
  await expectAccessible(page, "a dead link");
  await signIn(page, person);
  await expect(page.getByRole("button", { name: "Sign out", exact: true })).toBeVisible();
  await page.goto("/oauth/end_session");
  // The service got it, but its answer is lost.
  await page.route("**/api/1.1/app_sign_outs/**", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Sign out", exact: true }).last().click();
  await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  expect(system.output()).not.toContain("pl_unknown");
});

test("OIDC-20 a page that an app opened asks once for the password before the first change (FAULT-30)", async ({
  page,
  person,
  system,
}) => {
  const side = { url: system.url, ip: "203.0.113.30" };
  const own = await system.signIn(person.username, person.password);
  const { body } = await askOauth(side, "token", await allowApp(side, own, "openid portal"));
  const made = await post(
    side,
    "/api/1.1/portal_link/",
    { path: "/reset" },
    { authorization: `Bearer ${body.access_token}` },
  );
  await page.goto(made.body.url);
  const reset = async () => {
    await page.getByRole("button", { name: "Reset Data" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Reset Data" }).click();
  };
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await reset();
  await proof.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alert").first()).toContainText("Enter your password to confirm that it is you.");
  await reset();
  await proof.getByLabel("Current password").fill("wrong-password");
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(proof).toContainText("The password is wrong.");
  await proof.getByLabel("Current password").fill(person.password);
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Reset Successful")).toBeVisible();
});
