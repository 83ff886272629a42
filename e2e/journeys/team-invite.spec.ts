import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { mailedLink } from "../people.ts";
import { holdBack } from "../hold-back.ts";
import { newTeam, openTeam, overview, seatRow, seatsRegion, theDialog } from "../teams.ts";

test("INV-02 INV-03 INV-05 typed addresses are invited after a confirmation, and a person who accepts holds the seat", async ({
  page,
  person,
  system,
}) => {
  const team = await newTeam(system, { seats: 5, held: 1 });
  await openTeam(page, team);
  const box = page.getByRole("textbox", { name: "Email addresses" });
  await expect(page.getByRole("button", { name: "Add Email" })).toBeDisabled();
  await box.fill("something else");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(box).toHaveValue("");

  const others = [`b-${team.id}@oak.example`, `c-${team.id}@oak.example`];
  await box.fill(`${person.email}  ${others[0]}\n\n,${others[1]},`);
  await page.getByRole("button", { name: "Add Email" }).click();
  const question = page.getByRole("dialog", { name: "Send Invitation?" });
  await expect(question).toContainText("The 3 addresses you entered will be invited to the team license Outlinear 5.");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(box).not.toHaveValue("");
  await page.getByRole("button", { name: "Add Email" }).click();
  const sending = page.waitForRequest(
    (request) => request.url().includes(`/registration_seats/${team.id}/`) && request.method() === "POST",
  );
  await question.getByRole("button", { name: "Invite 3 people" }).click();
  expect((await sending).postDataJSON().seats).toBe([person.email, ...others].join(","));
  await expect(box).toHaveValue("");
  await expect(seatRow(page, person.email)).toContainText("Invitation pending");
  await expect(overview(page).getByText("3 pending invitations", { exact: true })).toBeVisible();

  const link = await mailedLink(system, person.email, "/", 2);
  const reference = new URL(link).searchParams.get("ref") ?? "";
  const token = await system.signIn(person.username, person.password);
  const accept = () =>
    system.call("POST", "/api/1.1/user/accept_invite/new/", { token, form: { reference_id: reference } });
  expect((await accept()).body.status).toBe("success");
  expect(await accept()).toMatchObject({
    status: 410,
    body: {
      message: "The original seat invitation has been used. Ask your team manager for a new invitation.",
    },
  });
  await page.reload();
  await expect(seatRow(page, person.email).getByRole("cell").nth(1)).toHaveText(person.username);
  await expect(seatRow(page, person.email).getByRole("cell").last()).toHaveText("Active");
  await expect(overview(page).getByText("2 pending invitations", { exact: true })).toBeVisible();
});

test("INV-02 INV-04 LOOK-01 the people of a list that fit are invited, and the rest stays with its reasons", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 4, held: 1 });
  await openTeam(page, team);
  const box = page.getByRole("textbox", { name: "Email addresses" });
  const region = page.getByRole("region", { name: "Invite people" });
  const question = page.getByRole("dialog", { name: "Send Invitation?" });
  const fault = page.getByRole("dialog", { name: "Error adding email(s)" });
  const ask = async (text: string) => {
    await box.fill(text);
    await page.getByRole("button", { name: "Add Email" }).click();
  };
  // The service judges a list without any address.
  await ask("nonsense, @home");
  await question.getByRole("button", { name: "Send" }).click();
  await expect(fault.getByRole("listitem")).toHaveText(["nonsense", "@home"]);
  await expect(fault).toContainText(
    "Double-check that they're correct and are separated by commas, and then try again.",
  );
  await fault.getByRole("button", { name: "Close" }).click();
  await expect(box).toHaveValue("nonsense, @home");
  await expect(seatsRegion(page).getByRole("row")).toHaveCount(2);

  await ask(`${team.held[0]}, nonsense`);
  await question.getByRole("button", { name: "Cancel" }).click();
  await ask(team.held[0] ?? "");
  await expect(question.getByRole("button", { name: "Nobody to invite" })).toBeDisabled();
  await question.getByRole("button", { name: "Cancel" }).click();

  // The sandbox's mail server accepts every address, so the test inserts the service's answer about a refused one.
  const path = `**/api/1.1/registration_seats/${team.id}/`;
  await page.route(path, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), emails_not_sent: ["a@oak.example"] } });
  });
  await ask("a@oak.example");
  await question.getByRole("button", { name: "Invite 1 person" }).click();
  await expect(fault.getByRole("listitem")).toHaveText(["a@oak.example"]);
  await expect(fault).toContainText("Make sure they're correct, and then try again.");
  await fault.getByRole("button", { name: "Close" }).click();
  await expect(region.getByRole("row").filter({ hasText: "a@oak.example" })).toContainText("Could not be sent");
  await page.unroute(path);

  await ask("b@oak.example, nonsense, B@oak.example c@oak.example\nd@oak.example");
  await expect(question).toContainText("The 2 addresses you entered will be invited to the team license");
  await expect(question).toContainText("The other 2 stay in the box.");
  await expect(question.getByRole("listitem").first()).toHaveText("Will be invited: 2");
  await question.getByRole("button", { name: "Invite 2 people" }).click();
  await expect(question).toHaveCount(0);
  await expect(overview(page)).toContainText("4 of 4 seats used");
  await expect(box).toHaveValue("nonsense, d@oak.example");
  await expect(region.getByRole("row")).toHaveText([
    /Address/,
    /d@oak\.example.*No seat left/,
    /nonsense.*Not an address/,
  ]);
  await expectAccessible(page, "the rest of a list");
});

test("INV-04 a list that the service refuses shows its message, and no one is invited", async ({ page, system }) => {
  const team = await newTeam(system, { seats: 3, held: 1 });
  await openTeam(page, team);
  await page.getByRole("textbox", { name: "Email addresses" }).fill("a@oak.example b@oak.example");
  await page.getByRole("button", { name: "Add Email" }).click();
  // The page does not hear that another manager has taken a seat.
  await page.route(/managed_team_licenses/, () => undefined);
  const token = await system.signIn(team.owner.username, team.owner.password);
  const path = `/api/1.1/registration_seats/${team.id}/`;
  await system.call("POST", path, { token, form: { seats: "other@oak.example" } });
  const refusal = page.waitForResponse((response) => response.url().includes(path) && response.status() === 409);
  await theDialog(page).getByRole("button", { name: "Invite 2 people" }).click();
  const fault = page.getByRole("dialog", { name: "Error adding email(s)" });
  await expect(fault).toContainText((await (await refusal).json()).message);
  await fault.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("textbox", { name: "Email addresses" })).toHaveValue("a@oak.example b@oak.example");
});

test("INV-03 INV-04 a file is shown row by row, sent with a result for each row, and changes nothing the second time", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 70, held: 2 });
  await openTeam(page, team);
  const people = Array.from({ length: 60 }, (_, at) => `file${at}.${team.id}@oak.example`);
  const rows = [...people, people[0] ?? "", team.held[0] ?? "", "nonsense"];
  const file = {
    name: "team.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`Name,Email\r\n${rows.map((address, at) => `"Last, ${at}",${address}`).join("\r\n")}\r\n`),
  };
  const choose = page.getByLabel("Invite from a file", { exact: true }).and(page.locator("input"));
  await choose.setInputFiles(file);
  const dialog = page.getByRole("dialog", { name: "Invite from a file" });
  await expect(dialog.getByText("Will be invited: 60")).toBeVisible();
  await expect(dialog.getByText("Named twice: 1")).toBeVisible();
  await expect(dialog.getByText("Has a seat already: 1")).toBeVisible();
  await expect(dialog.getByText("Not an address: 1")).toBeVisible();
  await expect(dialog.getByRole("row").nth(1)).toContainText("Will be invited");
  await expect(overview(page).getByText("0 pending invitations", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Invite 60 people" }).click();
  await expect(dialog.getByRole("progressbar")).toBeVisible();
  await expect(dialog.getByText("60 people invited.")).toBeVisible();
  await expect(dialog.getByRole("row").nth(1)).toContainText("Invited");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(overview(page).getByText("60 pending invitations", { exact: true })).toBeVisible();

  await choose.setInputFiles(file);
  await expect(dialog.getByText("Is invited already: 60")).toBeVisible();
  await expect(dialog.getByRole("button").last()).toBeDisabled();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(overview(page)).toContainText(/\b62 of \d+ seats? used/);

  // A file that is not text, and a file without addresses, show an error next to the button.
  await choose.setInputFiles({ name: "x.xlsx", mimeType: "text/csv", buffer: Buffer.from("PK\0\0") });
  await expect(page.getByText("This file could not be read as text.").first()).toBeVisible();
});

test("INV-03 a file with several columns, in any encoding, asks which one and names faults (FAULT-12 FAULT-15 FAULT-16)", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 9, held: 1 });
  await openTeam(page, team);
  const text = [
    "Müller: Team;Work Email;Manager Email",
    `Jörg;jörg.${team.id}@oak.example;boss@oak.example`,
    `Ines;ines.${team.id}@bücher.example;boss@oak.example`,
    `Maya;maya\u00ad.${team.id}@oak.example;boss@oak.example`,
  ].join("\r\n");
  await page
    .getByLabel("Invite from a file", { exact: true })
    .and(page.locator("input"))
    .setInputFiles({ name: "hr.csv", mimeType: "text/csv", buffer: Buffer.from(text, "latin1") });
  const dialog = page.getByRole("dialog", { name: "Invite from a file" });
  const question = dialog.getByRole("region", { name: "Which column has the addresses of the people to invite?" });
  await expect(question.getByRole("listitem")).toContainText([`jörg.${team.id}@oak.example`, "ines", "", "boss"]);
  await expectAccessible(page, "columns of a file");
  await expect(dialog.getByRole("button", { name: /^Invite / })).toHaveCount(0);
  await question.getByRole("button", { name: "Use this column: Work Email" }).click();
  await expect(dialog.getByRole("row").filter({ hasText: "bücher.example" })).toContainText("Will be invited");
  await expect(dialog.getByRole("row").filter({ hasText: "jörg." })).toContainText("Has a special letter before the @");
  await expect(dialog.getByRole("row").filter({ hasText: "maya⟨soft hyphen⟩." })).toContainText("invisible character");
  await expect(dialog.getByText("boss@oak.example")).toHaveCount(0);
  await expectAccessible(page, "odd addresses of a file");
  await dialog.getByRole("button", { name: "Invite 1 person" }).click();
  await expect(dialog.getByText("1 person invited.")).toBeVisible();
});

test("INV-03 a file chosen before the seat list has loaded is checked only against that list", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 70, held: 2 });
  const release = await holdBack(page, `**/api/1.1/registration_seats/${team.id}/`);
  await openTeam(page, team);
  const people = Array.from({ length: 60 }, (_, at) => `early${at}.${team.id}@oak.example`);
  await page
    .getByLabel("Invite from a file", { exact: true })
    .and(page.locator("input"))
    .setInputFiles({
      name: "team.txt",
      mimeType: "text/plain",
      buffer: Buffer.from([...people, team.held[0]].join("\n")),
    });
  const dialog = page.getByRole("dialog", { name: "Invite from a file" });
  await expect(dialog.getByRole("progressbar", { name: "Reading who has a seat" })).toBeVisible();
  await expect(dialog).not.toContainText("Will be invited");
  await expect(dialog.getByRole("button", { name: /^Invite / })).toHaveCount(0);
  release();
  await expect(dialog.getByText("Will be invited: 60")).toBeVisible();
  await expect(dialog.getByText("Has a seat already: 1")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Invite 60 people" })).toBeEnabled();
});

test("INV-03 a file is checked again after the seat list loads at the second attempt", async ({ page, system }) => {
  const team = await newTeam(system, { seats: 5, held: 2 });
  const path = `**/api/1.1/registration_seats/${team.id}/`;
  await page.route(path, (route) => route.fulfill({ status: 500, json: { status: "error", code: 5000, message: "" } }));
  await openTeam(page, team);
  await page
    .getByLabel("Invite from a file", { exact: true })
    .and(page.locator("input"))
    .setInputFiles({
      name: "team.txt",
      mimeType: "text/plain",
      buffer: Buffer.from(`${team.held[0]}, new-${team.id}@oak.example`),
    });
  const dialog = page.getByRole("dialog", { name: "Invite from a file" });
  await expect(dialog.getByText("The seats cannot be shown right now.")).toBeVisible();
  await expect(dialog).not.toContainText("Will be invited");
  await page.unroute(path);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByText("Will be invited: 1")).toBeVisible();
  await expect(dialog.getByText("Has a seat already: 1")).toBeVisible();
});
