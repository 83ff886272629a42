import { expectAccessible } from "../axe.ts";
import { section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { arrive } from "../people.ts";
import { phone } from "../widths.ts";

test.use({ viewport: phone });

test("LOOK-14 Security shows three sessions with device, time and network, then all", async ({
  page,
  system,
  person,
}) => {
  for (let count = 0; count < 3; count += 1) await system.signIn(person.username, person.password);
  await arrive(page, person);
  const security = section(page, "Security");
  await expect(security.getByRole("heading", { level: 2, name: "Security" })).toBeVisible();
  const rows = page.getByRole("list", { name: "Where you are signed in" }).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText("Chrome on Linux");
  await expect(rows.first()).toContainText("This session");
  await expect(rows.first()).toContainText(/Signed in [A-Z][a-z]{2} \d\d, \d{4}, \d\d:\d\d UTC/);
  await expect(rows.first()).toContainText(/Network \d+\.\d+\.\d+\.x/);
  await expect(rows.nth(1)).toContainText(/Last used [A-Z][a-z]{2} \d\d, \d{4}, \d\d:\d\d UTC/);
  await security.getByRole("button", { name: "Show all sessions" }).press("Enter");
  // Including the session that sign-up opened.
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(3)).toBeFocused();
  await expectAccessible(page, "all sessions");
});
