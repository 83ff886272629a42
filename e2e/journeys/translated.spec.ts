import type { Page } from "@playwright/test";
import { enterCard, section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { arrive } from "../people.ts";
import { askForSeats, newTeam, openTeam, payButton, theDialog } from "../teams.ts";

// The translator of a browser replaces text nodes by elements of its own, now and whenever text appears. React goes on writing
// into the nodes that it made. The stand-in keeps the words, so a figure that differs is a stale one.

const YEARLY = "OUTLINE-5-SUB-ANNUAL-WEB";

/** Translates the page from now on. */
async function translate(page: Page) {
  await page.evaluate(() => {
    const translateBelow = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = root instanceof Text ? [root] : [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
      for (const text of texts) {
        if (text.data.trim() === "" || !text.parentElement) continue;
        if (text.parentElement.closest("font, script, style, textarea, [translate=no]")) continue;
        const font = document.createElement("font");
        font.append(text.data);
        text.replaceWith(font);
      }
    };
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) translateBelow(node);
    });
    observer.observe(document.body, { subtree: true, childList: true });
    translateBelow(document.body);
  });
}

const amountsToTranslate = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main font")].map((font) => font.textContent).filter((text) => /[$€]\d/.test(text)),
  );

test("BUY-01 a translated page of a purchase shows the amounts of now, and none of them is translated (FAULT-09)", async ({
  page,
  person,
}) => {
  await arrive(page, person, `/buy?plan=${YEARLY}&seats=7`);
  const summary = page.getByRole("region", { name: "Summary" });
  await expect(summary).toContainText("$350.00 per year");
  await translate(page);
  await page.getByLabel("Seats").fill("9");
  await expect(summary).toContainText("9 × $50.00 per seat per year");
  await expect(summary).toContainText("$450.00 per year");
  await expect(summary).not.toContainText("$350.00");
  await page.getByRole("radio", { name: "Monthly" }).check();
  await expect(summary).toContainText("9 × $5.00 per seat per month");
  await expect(summary).not.toContainText("per year");
  await page.getByRole("radio", { name: "Tasklight 3" }).check();
  await expect(summary).toContainText("$90.00 per month");
  expect(await amountsToTranslate(page)).toEqual([]);
  await page.getByRole("button", { name: "Continue" }).click();
  await enterCard(page, "4242424242424242");
  await expect(page.getByText("for $90.00, until you choose")).toBeVisible();
  expect(await amountsToTranslate(page)).toEqual([]);
  await page.getByRole("checkbox", { name: "I agree to the terms of service." }).check();
  await page.getByRole("button", { name: "Pay $90.00" }).click();
  await expect(page.getByRole("heading", { name: "Tasklight 3 is yours" })).toBeVisible();
});

test("QTY-07 TEAM-06 a translated team page shows the amounts of now while seats change (FAULT-09)", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 5, held: 2, ends: "+100d" });
  await openTeam(page, team);
  await expect(page.getByText("for $250.00.")).toBeVisible();
  await translate(page);
  await page.getByRole("button", { name: "Change Seats" }).click();
  const dialog = theDialog(page);
  await dialog.getByLabel("Quantity").fill("8");
  await expect(dialog.getByText("= $400.00")).toBeVisible();
  await dialog.getByLabel("Quantity").fill("9");
  await expect(dialog.getByText("= $450.00")).toBeVisible();
  await expect(dialog).not.toContainText("$400.00");
  await page.keyboard.press("Escape");
  await askForSeats(page, 9);
  expect(await amountsToTranslate(page)).toEqual([]);
  await payButton(page).click();
  await expect(dialog).toContainText("You now have 9 seats.");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("for $450.00.")).toBeVisible();
  await expect(page.getByText("$250.00")).toHaveCount(0);
  expect(await amountsToTranslate(page)).toEqual([]);
  await page.getByRole("link", { name: /^Back to/ }).click();
  await expect(section(page, "Payment")).toContainText("$450.00");
  await translate(page);
  expect(await amountsToTranslate(page)).toEqual([]);
});
