import { expectAccessible } from "../axe.ts";
import { section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { invited } from "../invited.ts";
import { anybody, arrive, confirmKey, mailedLink } from "../people.ts";
import { newTeam, openTeam, seatRow } from "../teams.ts";
import { phone } from "../widths.ts";

test.use({ viewport: phone });

test("LOOK-19 a newcomer's account is created to accept: no address and no key is typed", async ({ page, system }) => {
  const newcomer = anybody();
  await invited(system, newcomer.email);
  await page.goto(await mailedLink(system, newcomer.email, "/confirm-invite"));
  const create = page.getByRole("link", { name: "Create account to accept" });
  await expect(create).toBeInViewport();
  await expect(page.getByRole("heading", { level: 1, name: "You are invited to Plotline 4" })).toBeInViewport();
  await expectAccessible(page, "invitation of a newcomer");
  await create.click();
  await expect(page.getByText(`Your account gets the address ${newcomer.email}.`)).toBeVisible();
  await expectAccessible(page, "signing up with a proved address");
  await expect(page).not.toHaveURL(/proof/);
  await page.getByLabel("Account name").fill(newcomer.username);
  await page.getByRole("checkbox").check();
  await page.getByLabel("Password", { exact: true }).fill("short77");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
    /Choose a password of at least 8 characters\./,
  );
  await page.getByLabel("Password", { exact: true }).fill(newcomer.password);
  await page.getByLabel("Confirm password").fill(newcomer.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page.getByText("Plotline 4 is in your App Access now.")).toBeVisible();
  await expect(section(page, "App Access").getByText("Plotline 4")).toBeVisible();
  await expect(section(page, "Account").getByText(newcomer.email)).toBeVisible();
});

test("LOOK-19 a shared link or another address asks for the key, which can be sent again", async ({ page, system }) => {
  const newcomer = anybody();
  const { shared } = await invited(system, newcomer.email);
  await page.goto(shared);
  await page.getByRole("link", { name: "Create account to accept" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(newcomer.email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Send the key again" }).click();
  await expect(page.getByText("We sent a new key. Only the newest one works.")).toBeVisible();
  // The invitation, and two keys.
  const key = await confirmKey(system, newcomer.email, 3);
  await page.getByLabel("Confirm key").fill(` ${key.toLowerCase()} `);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Account name")).toBeVisible();

  await page.goto(await mailedLink(system, newcomer.email, "/confirm-invite", 3));
  await page.getByRole("link", { name: "Create account to accept" }).click();
  await page.getByRole("button", { name: "Use another address" }).click();
  await expect(page.getByLabel("Email")).toHaveValue("");
  await page.getByLabel("Email").fill(anybody().email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Confirm key")).toBeVisible();
});

test("LOOK-19 whoever has an account is asked to sign in, and not to create one", async ({ page, system, person }) => {
  await invited(system, person.email);
  await page.goto(await mailedLink(system, person.email, "/confirm-invite", 2));
  await expect(page.getByText("This address has an account. Sign in to accept.")).toBeVisible();
  await expectAccessible(page, "an invited account");
  await expect(page.getByRole("link", { name: "Create account to accept" })).toHaveCount(0);
  await page.goto(`/register?${new URL(page.url()).searchParams.toString()}`);
  await expect(page.getByText("The invited address has an account.")).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/confirm-invite\/\?ref=/);
});

test("INV-05 SEATS-05 LOOK-09 an expired invitation says so and who can send a new one, and is valid after Re-send", async ({
  page,
  system,
  person,
  browser,
}) => {
  const team = await newTeam(system, { seats: 3, held: 1 });
  await system.load([{ type: "seat", id: `${team.id}-old`, license: team.id, email: person.email, created: "-31d" }]);
  await openTeam(page, team);
  const row = seatRow(page, person.email);
  await expect(row).toContainText("Invitation expired");
  await expect(row.getByRole("button").first()).toHaveText("Re-send");
  await expect(row.getByRole("button", { name: "Share Invite URL" })).toBeDisabled();

  const token = await system.signIn(team.owner.username, team.owner.password);
  const { body } = await system.call("GET", `/api/1.1/registration_seats/${team.id}/`, { token });
  const link = new URL(body.seats.find(({ status }: { status: string }) => status === "pending").short_url);
  const guest = await browser.newPage({ baseURL: system.url, viewport: phone });
  await guest.goto(link.pathname);
  await expect(guest.getByText("This invitation has expired")).toBeVisible();
  await expect(guest.getByText(`${team.owner.email} can send you a new one.`)).toBeVisible();
  await expectAccessible(guest, "expired invitation, signed out");
  await arrive(guest, person, new URL(guest.url()).pathname + new URL(guest.url()).search);
  await expect(guest.getByRole("heading", { name: "This invitation has expired" })).toBeVisible();
  await expect(guest.getByRole("link", { name: `Write to ${team.owner.email}` })).toBeVisible();
  await expect(guest.getByRole("link", { name: "Back to Accounts" })).toBeVisible();
  await expectAccessible(guest, "expired invitation");

  await row.getByRole("button", { name: "Re-send" }).click();
  await expect(row.getByRole("button", { name: "Re-sent" })).toBeVisible();
  const again = new URL(await mailedLink(system, person.email, "/confirm-invite", 2));
  expect(again.searchParams.get("ref")).toBe(new URL(guest.url()).searchParams.get("ref"));
  await guest.reload();
  await guest.getByRole("button", { name: "Accept Invitation" }).click();
  await expect(guest.getByRole("heading", { name: "You have a seat" })).toBeVisible();
  await guest.close();
});
