import { expectAccessible } from "../axe.ts";
import { section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { invited } from "../invited.ts";
import { anybody, arrive, confirmKey, mailedLink } from "../people.ts";
import { newTeam, openTeam, seatRow } from "../teams.ts";
import { openAt, widths } from "../widths.ts";

for (const width of widths) {
  test(`LOOK-19 a newcomer's account is created to accept: no address and no key is typed, at ${width} px`, async ({
    page,
    system,
  }) => {
    await openAt(page, width);
    const newcomer = anybody();
    await invited(system, newcomer.email);
    await page.goto(await mailedLink(system, newcomer.email, "/confirm-invite"));
    const create = page.getByRole("link", { name: "Create account to accept" });
    await expect(create).toBeInViewport();
    await expect(page.getByRole("heading", { level: 1, name: "You are invited to Plotline 4" })).toBeInViewport();
    await expectAccessible(page, "invitation of a newcomer");
    await openAt(page, width);
    await create.click();
    await expect(page.getByText(`Your account gets the address ${newcomer.email}.`)).toBeVisible();
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

  test(`LOOK-19 a shared link or another address asks for the key, which can be sent again, at ${width} px`, async ({
    page,
    system,
  }) => {
    await openAt(page, width);
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

  test(`LOOK-19 whoever has an account is asked to sign in, and not to create one, at ${width} px`, async ({
    page,
    system,
    person,
  }) => {
    await openAt(page, width);
    await invited(system, person.email);
    await page.goto(await mailedLink(system, person.email, "/confirm-invite", 2));
    await expect(page.getByText("This address has an account. Sign in to accept.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Create account to accept" })).toHaveCount(0);
    await page.goto(`/register?${new URL(page.url()).searchParams.toString()}`);
    await expect(page.getByText("The invited address has an account.")).toBeVisible();
    await page.getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/confirm-invite\/\?ref=/);
  });

  test(`LOOK-09 an expired invitation says so and who can send a new one; Re-send comes first, at ${width} px`, async ({
    page,
    system,
    person,
  }) => {
    await openAt(page, width);
    const team = await newTeam(system, { seats: 3, held: 1 });
    await system.load([{ type: "seat", id: `${team.id}-old`, license: team.id, email: person.email, created: "-31d" }]);
    await openTeam(page, team);
    const row = seatRow(page, person.email);
    await expect(row).toContainText("Invitation expired");
    await expect(row.getByRole("button").first()).toHaveText("Re-send");
    await expect(row.getByRole("button", { name: "Share Invite URL" })).toBeDisabled();

    const token = await system.signIn(team.owner.username, team.owner.password);
    const { body } = await system.call("GET", `/api/1.1/registration_seats/${team.id}/`, { token });
    const link = body.seats.find(({ status }: { status: string }) => status === "pending").short_url;
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.goto(new URL(link).pathname);
    await expect(page.getByText("This invitation has expired")).toBeVisible();
    await expect(page.getByText(`${team.owner.email} can send you a new one.`)).toBeVisible();
    await expectAccessible(page, "expired invitation, signed out");
    await openAt(page, width);
    await arrive(page, person, new URL(page.url()).pathname + new URL(page.url()).search);
    await expect(page.getByRole("heading", { name: "This invitation has expired" })).toBeVisible();
    await expect(page.getByRole("link", { name: `Write to ${team.owner.email}` })).toBeVisible();
    await expectAccessible(page, "expired invitation");
  });
}
