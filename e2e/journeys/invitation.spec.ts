import { expectAccessible } from "../axe.ts";
import { section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { invited } from "../invited.ts";
import { anybody, mailedLink, newPerson, signIn, signUp } from "../people.ts";

const used = "The original seat invitation has been used. Ask your team manager for a new invitation.";

test("ROUTE-02 INV-05 SHELL-08 a person with an account sees the invitation, signs in, and accepts the seat", async ({
  page,
  system,
  person,
}) => {
  const { manager } = await invited(system, person.email);
  const link = await mailedLink(system, person.email, "/confirm-invite", 2);
  await page.goto(link);
  for (const text of ["Plotline 4", manager.email, person.email])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await signIn(page, person, link);
  await expect(page.getByRole("heading", { name: "You are invited to Plotline 4" })).toBeFocused();
  await expectAccessible(page, "invited");
  await page.getByRole("button", { name: "Accept" }).click();
  await expect(page.getByRole("heading", { name: "You have a seat" })).toBeFocused();
  await expectAccessible(page, "accepted");
  await page.getByRole("link", { name: "Show App Access" }).click();
  await expect(section(page, "App Access").getByText("Plotline 4")).toBeInViewport();

  await page.goto(link);
  await expect(page.getByRole("alert")).toHaveText(used);
  await page.getByRole("link", { name: "Back to Accounts" }).click();
  await expect(section(page, "App Access").getByText("Plotline 4")).toBeVisible();
});

test("ROUTE-02 REG-12 a person without an account signs up first, and the invitation remains", async ({
  page,
  system,
}) => {
  const newcomer = anybody();
  await invited(system, newcomer.email);
  await page.goto(await mailedLink(system, newcomer.email, "/confirm-invite"));
  await page.getByRole("link", { name: "Sign up" }).click();
  // The invitation is the first mail.
  await signUp(page, system, newcomer, 2);
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Accept" }).click();
  await expect(page.getByRole("heading", { name: "You have a seat" })).toBeVisible();
});

test("ROUTE-02 HOME-04 another account does not use the invitation: it gets a message, and can switch to the right account", async ({
  page,
  system,
  person,
}) => {
  await invited(system, person.email);
  const reference = new URL(await mailedLink(system, person.email, "/confirm-invite", 2)).search;
  const other = await newPerson(system);
  await signIn(page, other, `/${reference}`);
  await expect(page).toHaveURL(/\/confirm-invite\/\?ref=/);
  await expect(
    page.getByText(`It was sent to ${person.email}, and you are signed in as ${other.username}`),
  ).toBeVisible();
  await page.getByRole("button", { name: "Use another account" }).click();
  await signIn(page, person, `/confirm-invite/${reference}`);
  await page.getByRole("button", { name: "Accept Invitation" }).click();
  await expect(page.getByRole("heading", { name: "You have a seat" })).toBeVisible();
});

test("HOME-04 ?ref= is accepted on load, once; a short one counts as used", async ({ page, system, person }) => {
  await invited(system, person.email);
  const reference = new URL(await mailedLink(system, person.email, "/confirm-invite", 2)).search;
  await signIn(page, person, `/${reference}`);
  await expect(page.getByText("Plotline 4 is in your App Access now.")).toBeVisible();
  await expect(section(page, "App Access").getByText("Plotline 4")).toBeVisible();
  for (const search of [reference, "?ref=0123456789"]) {
    await page.goto(`/${search}`);
    await expect(page.getByText(used)).toBeVisible();
  }
});

test("ROUTE-02 INV-05 an invitation that was withdrawn, or is for a seat already held shows a next step", async ({
  page,
  system,
  person,
}) => {
  const withdrawn = await invited(system, person.email);
  const link = await mailedLink(system, person.email, "/confirm-invite", 2);
  await withdrawn.withdrawAll();
  await page.goto(link);
  await expect(page.getByText(used)).toBeVisible();
  await expectAccessible(page, "withdrawn");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();

  // One seat with the current address, another with a former address of the same person.
  const second = `second-${person.email}`;
  await invited(system, person.email, second);
  const own = await mailedLink(system, person.email, "/confirm-invite", 3);
  await signIn(page, person, own);
  await page.getByRole("button", { name: "Accept Invitation" }).click();
  await expect(page.getByRole("heading", { name: "You have a seat" })).toBeVisible();
  await page.goto(await mailedLink(system, second, "/confirm-invite"));
  await page.getByRole("button", { name: `Accept as ${person.username}` }).click();
  await expect(page.getByRole("heading", { name: "You already have a seat" })).toBeVisible();
  await page.getByRole("link", { name: "Show App Access" }).click();
  await expect(section(page, "App Access")).toBeVisible();
});

test("R-07 ROUTE-02 after too many unknown links from one network a page shows when to try again, and then the link opens", async ({
  page,
  system,
  person,
  extraHTTPHeaders: headers = {},
}) => {
  const { manager } = await invited(system, person.email);
  const token = await system.signIn(manager.username, manager.password);
  const seats = await system.call("GET", `/api/1.1/registration_seats/lic-${manager.mark}/`, { token });
  const link = `${system.url}${new URL(seats.body.seats[0].short_url).pathname}`;
  for (let n = 0; n < 60; n++) await system.call("GET", `/i/unknown${n}`, { headers });
  await page.goto(link);
  await expect(page.getByText("Please wait a little")).toBeVisible();
  await expect(page.getByText("try again in 10 minutes")).toBeVisible();
  await expectAccessible(page, "too many links");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  await signIn(page, person, page.url());
  await expect(page.getByRole("heading", { name: "Please wait a little" })).toBeVisible();
  await page.goto(await mailedLink(system, person.email, "/confirm-invite", 2));
  await expect(page.getByRole("alert")).toContainText("Try again in 10 minutes");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Please wait a little" })).toBeVisible();
  await system.advance(601);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "You are invited to Plotline 4" })).toBeVisible();
});
