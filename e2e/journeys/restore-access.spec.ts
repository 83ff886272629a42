import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { expect } from "../fixtures.ts";
import { mailedLink, newPerson, type NewPerson, signIn } from "../people.ts";
import { agreeToRepair, chooseRepair, newStaff, openArea, previewRepair, test, theDialog } from "../staff.ts";

const DAY = 24 * 3_600;
const restoreOf = (page: Page) => page.getByRole("region", { name: "Restore of access", exact: true });

async function inOwnWindow(browser: Browser, url: string): Promise<Page> {
  return (await browser.newContext({ baseURL: url })).newPage();
}

async function ask(page: Page, staff: NewPerson, person: NewPerson, address: string) {
  await openArea(page, staff, `/admin/accounts/${person.username}`);
  await chooseRepair(page, "Restore access");
  await theDialog(page).getByLabel("New address").fill(address);
  await previewRepair(page, "Ticket 4711: seen on a video call");
  await agreeToRepair(page, "Restore access");
}

test("KEY-11 two staff members restore access for an owner who lost everything, a day later, by one mailed link", async ({
  browser,
  system,
}) => {
  test.setTimeout(120_000);
  const [page, other] = [await inOwnWindow(browser, system.url), await inOwnWindow(browser, system.url)];
  try {
    const [anna, bert, person] = [await newStaff(system), await newStaff(system), await newPerson(system)];
    const address = `back-${person.email}`;
    await ask(page, anna, person, address);
    await expect(restoreOf(page)).toContainText("Waits for a second person");
    await expect(restoreOf(page)).toContainText("You asked for it, so somebody else has to agree.");
    await expect(restoreOf(page).getByRole("button", { name: "Agree" })).toHaveCount(0);
    await expectAccessible(page, "asked");

    await openArea(other, bert, "/admin/machine-room");
    const list = other.getByRole("region", { name: "Restores of access" });
    await expect(list).toContainText("1 for a second person");
    await expectAccessible(other, "list");
    await list.getByRole("link", { name: person.username }).click();
    await restoreOf(other).getByRole("button", { name: "Agree" }).click();
    await expectAccessible(other, "agreeing");
    await previewRepair(other, "Called back, and saw her too");
    await agreeToRepair(other, "Agree");
    await expect(restoreOf(other)).toContainText("Waits 24 hours");
    await expect(restoreOf(other)).toContainText(/at the earliest, in 2[34] h/);
    await expectAccessible(other, "waiting");
    expect(await mailedLink(system, person.email, "/stop-restore", 2)).toContain("?token=");
    expect(await mailedLink(system, address, "/stop-restore")).toContain("?token=");

    await system.advance(DAY + 60);
    const link = await mailedLink(system, address, "/password-reset", 2);
    await other.goto(link);
    const password = `meadow-${person.username}`;
    await other.getByLabel("New password", { exact: true }).fill(password);
    await other.getByLabel("Confirm new password").fill(password);
    await other.getByRole("button", { name: "Save password" }).click();
    await expect(other.getByText("Your password has been changed.")).toBeVisible();
    await signIn(other, { username: person.username, password });
    await expect(other.getByText(address).first()).toBeVisible();
    const [notice] = await system.mails(person.email, 3);
    expect(notice?.subject).toContain("was given to a new address");
  } finally {
    await page.context().close();
    await other.context().close();
  }
});

test("KEY-11 KEY-12 a recipient of a mail stops it with one press, by keyboard; staff see how, and the link is used up", async ({
  browser,
  page,
  person,
  system,
  staff,
}) => {
  const second = await newStaff(system);
  await ask(page, staff, person, `elsewhere-${person.email}`);
  const other = await inOwnWindow(browser, system.url);
  try {
    await openArea(other, second, `/admin/accounts/${person.username}`);
    await restoreOf(other).getByRole("button", { name: "Agree" }).click();
    await previewRepair(other, "Called back");
    await agreeToRepair(other, "Agree");
    const link = await mailedLink(system, person.email, "/stop-restore", 2);
    const owner = await inOwnWindow(browser, system.url);
    await owner.goto(link);
    const stop = owner.getByRole("button", { name: "Stop it" });
    await stop.waitFor();
    // Opening the link has changed nothing.
    await other.reload();
    await expect(restoreOf(other)).toContainText("Waits 24 hours");
    await expectAccessible(owner, "link");
    await stop.focus();
    await owner.keyboard.press("Enter");
    await expect(owner.getByRole("heading", { name: "It was stopped" })).toBeVisible();
    await expectAccessible(owner, "stopped");
    await owner.goto(link);
    await owner.getByRole("button", { name: "Stop it" }).click();
    await expect(owner.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    await owner.context().close();
    await other.reload();
    await expect(restoreOf(other)).toContainText("Stopped by an emailed link");
    await expectAccessible(other, "person");
    const [told] = await system.mails(second.email);
    expect(told?.subject).toBe(`The restore of access to ${person.username} was stopped`);
  } finally {
    await other.context().close();
  }
});

test("KEY-11 an owner in an open session sees it on the account page and stops it there; a new sign-in has stopped it already", async ({
  browser,
  page,
  person,
  system,
  staff,
}) => {
  await signIn(page, person);
  await page.getByRole("region", { name: "Password" }).waitFor();
  const other = await inOwnWindow(browser, system.url);
  try {
    await ask(other, staff, person, `elsewhere-${person.email}`);
    await page.reload();
    const notice = page.getByRole("alert").filter({ hasText: "give access to your account to a new address" });
    await expect(notice).toContainText(`elsewhere-${person.email}`);
    await expectAccessible(page, "notice");
    await notice.getByRole("button", { name: "Stop it" }).click();
    await expect(page.getByText("You stopped it while you were signed in.")).toBeVisible();
    await other.reload();
    await expect(restoreOf(other)).toContainText("Stopped by its owner, in a session");

    await chooseRepair(other, "Restore access");
    await theDialog(other).getByLabel("New address").fill(`third-${person.email}`);
    await previewRepair(other, "Once more");
    await agreeToRepair(other, "Restore access");
    const later = await inOwnWindow(browser, system.url);
    await signIn(later, person);
    await expect(later.getByText("You signed in, so the restore was stopped.")).toBeVisible();
    await expectAccessible(later, "stopped by the sign-in");
    await later.context().close();
  } finally {
    await other.context().close();
  }
});

test("KEY-11 a new address by staff waits in the owner's sight until a second staff member agrees (FAULT-29)", async ({
  browser,
  page,
  person,
  system,
  staff,
}) => {
  test.setTimeout(120_000);
  await signIn(page, person);
  await page.getByRole("region", { name: "Password" }).waitFor();
  const second = await newStaff(system);
  const address = `moved-${person.email}`;
  const windows = [await inOwnWindow(browser, system.url), await inOwnWindow(browser, system.url)] as const;
  const changeOf = (one: Page) => one.getByRole("region", { name: "Change of the address" });
  try {
    const [first, other] = windows;
    await openArea(first, staff, `/admin/accounts/${person.username}`);
    await chooseRepair(first, "Change address");
    await theDialog(first).getByLabel("New address").fill(address);
    await previewRepair(first, "Ticket 4712: the old mailbox is full");
    await agreeToRepair(first, "Change address");
    await expect(changeOf(first)).toContainText("Waits 24 hours");
    await expect(changeOf(first).getByRole("button", { name: "Agree" })).toHaveCount(0);
    await page.reload();
    const notice = page.getByRole("alert").filter({ hasText: "The address of your account is about to change" });
    await expect(notice).toContainText(address);
    await expectAccessible(page, "address");

    await openArea(other, second, `/admin/accounts/${person.username}`);
    await changeOf(other).getByRole("button", { name: "Agree" }).click();
    await previewRepair(other, "Called back");
    await agreeToRepair(other, "Agree");
    await expect(changeOf(other)).toContainText("Carried out on");
    await expectAccessible(other, "address changed");
    await expect(other.getByText(address).first()).toBeVisible();
  } finally {
    for (const one of windows) await one.context().close();
  }
});
