import { expectAccessible } from "../axe.ts";
import { expect } from "../fixtures.ts";
import { agreeToRepair, chooseRepair, openArea, previewRepair, test, theDialog } from "../staff.ts";
import { newTeam } from "../teams.ts";

test("ROLE-04 one page has a license's seats, billing and timeline; a seat is freed, and only staff see the reason", async ({
  page,
  system,
  staff,
}) => {
  const team = await newTeam(system, { seats: 4, held: 2, invited: 1 });
  await openArea(page, staff, `/admin/licenses/${team.id}`);
  await expect(page.getByRole("region", { name: "Overview" })).toContainText("3 of 4");
  await expect(page.getByRole("region", { name: "Billing" })).toContainText("Outlinear 5, yearly, 4 seats");
  await expectAccessible(page, "license");
  const seats = page.getByRole("region", { name: "Seats" });
  const [holder = ""] = team.held;
  await seats.getByLabel(`Choose ${holder.split("@")[0]}`).check();
  await seats.getByRole("button", { name: "Free seats" }).click();
  await previewRepair(page, "Left the company");
  await agreeToRepair(page, "Free seats");
  await expect(seats.getByText(holder)).toBeHidden();
  await expect(seats).toBeFocused();
  await expect(page.getByRole("region", { name: "Overview" })).toContainText("2 of 4");
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText("“Left the company”");
  const token = await system.signIn(team.owner.username, team.owner.password);
  const { body } = await system.call("GET", `/api/1.1/licenses/${team.id}/events/`, { token });
  expect(body.events[0]).toMatchObject({ act: "seats.freed", by: null, by_kind: "staff" });
  expect(JSON.stringify(body)).not.toContain("Left the company");
});

test("R-18 ROLE-04 a license is transferred only after the password, if the last proof is old", async ({
  page,
  person,
  system,
  staff,
}) => {
  const team = await newTeam(system, { seats: 2, plan: null });
  await openArea(page, staff, `/admin/licenses/${team.id}`);
  await system.advance(301);
  await chooseRepair(page, "Transfer to other owners");
  await theDialog(page).getByLabel("Account names").fill("nobody-at-all");
  await theDialog(page).getByLabel("Reason").fill("Company was sold");
  await theDialog(page).getByRole("button", { name: "Preview" }).click();
  await expect(theDialog(page).getByRole("alert")).toContainText("There is no open account with that name.");
  await theDialog(page).getByLabel("Account names").fill(person.username);
  await previewRepair(page, "Company was sold");
  await theDialog(page).getByRole("button", { name: "Back" }).click();
  await expect(theDialog(page).getByLabel("Account names")).toHaveValue(person.username);
  await previewRepair(page, "Company was sold");
  await expect(theDialog(page).getByRole("row", { name: /^Owners/ })).toContainText(person.username);
  const agree = theDialog(page).getByRole("button", { name: "Transfer to other owners" });
  await agree.click();
  await theDialog(page).getByLabel("Your password").fill("not it");
  await agree.click();
  await expect(theDialog(page).getByRole("alert")).toContainText("The password is wrong.");
  await theDialog(page).getByLabel("Your password").fill(staff.password);
  await agreeToRepair(page, "Transfer to other owners");
  await expect(
    page.getByRole("region", { name: "Overview" }).getByRole("link", { name: person.username }),
  ).toBeVisible();
});

test("WAL-20 a device with a long name leaves room for what is done with it, and fifty devices are shown at first", async ({
  page,
  system,
  staff,
}) => {
  const team = await newTeam(system, { seats: 2, held: 1, plan: null });
  const [holder = ""] = team.held;
  const of = { type: "activation", license: team.id, username: holder.split("@")[0], name: "W".repeat(64) };
  const until = { activation_limit: 60, activation_limit_until: "+9d" };
  await system.load([
    {
      type: "license",
      id: `many-${team.id}`,
      owners: [staff.username],
      product_id: "TASK-3",
      description: "Tasklight 3",
      ...until,
    },
    { type: "seat", id: `seat-${team.id}`, license: `many-${team.id}`, username: of.username },
    ...Array.from({ length: 51 }, (_, at) => ({
      ...of,
      license: `many-${team.id}`,
      id: `device-${team.id}-${at}`,
      fingerprint: `fingerprint-of-${team.id}-${at}`,
    })),
  ]);
  await openArea(page, staff, `/admin/licenses/many-${team.id}`);
  const devices = page.getByRole("region", { name: "Devices" });
  const frees = devices.getByRole("button", { name: /^Free W/ });
  await expect(frees).toHaveCount(50);
  const [card, button] = [await devices.boundingBox(), await frees.first().boundingBox()];
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThan((card?.x ?? 0) + (card?.width ?? 0));
  await devices.getByRole("button", { name: "Show all 51 devices" }).click();
  await expect(frees).toHaveCount(51);
});

test("ROLE-04 the machine room shows reports of browsers, the services' work, and what was compared with the provider", async ({
  page,
  system,
  staff,
}) => {
  const message = `TypeError: a journey's own failure ${Date.now()}`;
  await system.call("POST", "/err", { json: { message, path: "/manage-team", revision: "4f2a91c" } });
  await openArea(page, staff, "/admin/machine-room");
  await expect(page.getByRole("region", { name: "Failures in browsers" }).getByText(message)).toBeVisible();
  await expect(page.getByRole("region", { name: "Background work" })).toBeVisible();
  const runs = page.getByRole("region", { name: "Comparisons with the payment provider" });
  await runs.getByRole("button", { name: "Compare everything now" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("To be sure");
  await page.getByRole("dialog").getByRole("button", { name: "Compare", exact: true }).click();
  const asked = runs.getByRole("row").filter({ hasText: "Asked for by staff" });
  await expect(asked.filter({ hasText: "Everything" }).first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("main").getByRole("alert")).toBeHidden();
  await expectAccessible(page, "machine room");
});
