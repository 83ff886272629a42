import { expectAccessible } from "../axe.ts";
import { accountsEndpoints, purchaseEndpoints } from "@foyer/contract/endpoints";
import { screenPaths } from "@foyer/contract/screen-paths";
import type { RunningSystem } from "@foyer/testing/running-system";
import type { BrowserContext } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { anybody, mailedLink, type NewPerson, signIn } from "../people.ts";
import { newTeam } from "../teams.ts";

const reads = [...accountsEndpoints, ...purchaseEndpoints]
  .filter(({ method, isRead }) => method === "GET" || isRead)
  .map(({ method, path }) => new RegExp(`^${method} ${path.replaceAll(/:\w+/g, "[^/]*")}$`));

/** Returns the calls of this browser that may change something, from now on. */
function noteChanges(context: BrowserContext): readonly string[] {
  const changes: string[] = [];
  context.on("request", (request) => {
    const call = `${request.method()} ${new URL(request.url()).pathname}`;
    if (/ \/api\//.test(call) ? !reads.some((read) => read.test(call)) : request.method() !== "GET") changes.push(call);
  });
  return changes;
}

/** Opens links as a scanner of mails does: it runs the scripts, waits until nothing is requested, and clicks nothing. */
async function scan(context: BrowserContext, links: readonly string[]) {
  const left = [...links];
  const scanNext = async () => {
    const page = await context.newPage();
    for (let link = left.pop(); link !== undefined; link = left.pop()) {
      await page.goto(link, { waitUntil: "networkidle" });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
    await page.close();
  };
  await Promise.all(Array.from({ length: 6 }, scanNext));
}

/** Causes every kind of mail with a link that changes something, and returns all links of all mails to these people. */
async function mailsOf(system: RunningSystem, person: NewPerson, fresh: string): Promise<string[]> {
  const team = await newTeam(system, { seats: 5, held: 1, twoManagers: true });
  const other = await system.signIn(team.other.username, team.other.password);
  const contact = { account_name: team.other.username, contact: true };
  await system.call("POST", `/api/1.1/licenses/${team.id}/managers/`, { token: other, json: contact });
  const seats = `/api/1.1/registration_seats/${team.id}/`;
  await system.call("POST", seats, { token: other, json: { seats: person.email } });
  const token = await system.signIn(person.username, person.password);
  await system.call("POST", "/api/1.1/user/", { token, json: { new_email_address: fresh } });
  await system.call("POST", "/api/1.1/password_reset/", { json: { email_address: person.email } });
  const wanted = ["/undo-contact", "/confirm-invite", "/undo-email", "/not-me", "/password-reset"];
  const found = await Promise.all([
    mailedLink(system, team.owner.email, wanted[0] ?? ""),
    mailedLink(system, fresh, "/confirm-email"),
    ...wanted.slice(1).map((path) => mailedLink(system, person.email, path, 4)),
  ]);
  const mails = await Promise.all([team.owner.email, person.email, fresh].map((to) => system.mails(to)));
  const links = mails.flat().flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []);
  expect(links).toEqual(expect.arrayContaining(found));
  return [...new Set(links)].filter((link) => link.startsWith(system.url));
}

test("EMAIL-03 KEY-09 opening every link of every mail without a session changes nothing (FAULT-02)", async ({
  page,
  context,
  person,
  system,
}) => {
  const fresh = anybody().email;
  const links = await mailsOf(system, person, fresh);
  const token = await system.signIn(person.username, person.password);
  const before = await system.command(["export"]);
  const changes = noteChanges(context);
  // Pages of mails that this system has not sent, and of mails to come: what a page asks for does not depend on its token.
  // The address of /from-app goes to an app, not into a mail, and opens once by design (OIDC-20).
  const screens = screenPaths.filter((path) => path !== "/from-app" && !path.includes("*"));
  await scan(context, [...links, ...screens.map((path) => `${path}?token=${"x".repeat(43)}`)]);
  expect(changes).toEqual([]);
  const after = await system.command(["export"]);
  expect([after.code, after.stdout]).toEqual([0, before.stdout]);
  expect((await system.call("POST", "/api/1.1/user/", { token })).status).toBe(200);

  // Each link still works, by a click.
  await page.goto(await mailedLink(system, fresh, "/confirm-email"));
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByText(`From now on your account’s address is ${fresh}.`)).toBeVisible();
  await expectAccessible(page, "address confirmed");
  await signIn(page, person);
  await expect(page.getByText(fresh, { exact: true })).toBeVisible();
  await page.goto(links.find((link) => link.includes("/undo-email")) ?? "");
  await page.getByRole("button", { name: "Keep this address" }).click();
  await expect(page.getByRole("heading", { name: "The change was undone" })).toBeVisible();
  await page.goto(links.find((link) => link.includes("/undo-email")) ?? "");
  await page.getByRole("button", { name: "Keep this address" }).click();
  await expect(page.getByText("This link no longer works")).toBeVisible();
  await expectAccessible(page, "address link is dead");
});
