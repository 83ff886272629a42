import { expectAccessible } from "../axe.ts";
import { expect } from "../fixtures.ts";
import { openArea, test } from "../staff.ts";
import { licenseOf, newTeam } from "../teams.ts";

const widths = [1280, 390];

test("LOOK-23 the timeline says in words what matters; the provider's events, ids and seconds are behind switches", async ({
  page,
  system,
  staff,
}) => {
  const team = await newTeam(system, { seats: 4, held: 2, invited: 1 });
  const { subscription_id: subscription } = await licenseOf(system, team);
  const answer = await page.request.post(`/sandbox/stripe/v1/subscriptions/${subscription}`, {
    headers: { authorization: "Bearer sk_test_sandbox" },
    form: { "metadata[note]": "changed by hand" },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await openArea(page, staff, `/admin/licenses/${team.id}`);
  const timeline = page.getByRole("region", { name: "Timeline" });
  const raw = timeline.getByRole("listitem").filter({ hasText: "Subscription updated" });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await page.reload();
    await expect(timeline.getByRole("listitem").filter({ hasText: "Invitation emailed" })).toBeVisible();
    await timeline.getByLabel("Provider’s events").check();
    // The event comes by webhook, so it may be later than the page.
    await expect(async () => {
      if (await raw.isVisible()) return;
      await page.reload();
      await timeline.getByLabel("Provider’s events").check();
      await expect(raw).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(raw).not.toContainText(subscription);
    await timeline.getByLabel("Seconds and ids").check();
    await expect(raw).toContainText(subscription);
    await expect(raw.locator("time")).toHaveText(/^\d\d:\d\d:\d\d$/);
    await timeline.getByLabel("Provider’s events").uncheck();
    await expect(raw).toBeHidden();
  }
  await expectAccessible(page, "the timeline");
});

test("LOOK-23 what the page is about, its repairs and the heads of tables stay in view", async ({
  page,
  system,
  staff,
}) => {
  const team = await newTeam(system, { seats: 30, held: 30, description: "Outlinear 5 for Mac" });
  await openArea(page, staff, `/admin/licenses/${team.id}`);
  const last = page.getByRole("table", { name: "Seats" }).getByRole("row").last();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 500 });
    await last.scrollIntoViewIfNeeded();
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: "Repair" })).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1280, height: 500 });
  await last.scrollIntoViewIfNeeded();
  const head = page.getByRole("columnheader", { name: "Holder" });
  await expect(head).toBeInViewport({ ratio: 1 });
  const [bar, row] = await Promise.all([
    page.getByRole("button", { name: "Repair" }).boundingBox(),
    head.boundingBox(),
  ]);
  expect(row?.y ?? 0).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
});
