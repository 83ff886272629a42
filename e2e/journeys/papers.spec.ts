import { expectAccessible } from "../axe.ts";
import { aSubscription, newCustomer, section, theDialog } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { arrive, mailedLink } from "../people.ts";
import { askForSeats, newTeam, openTeam } from "../teams.ts";

test("DOC-06 DOC-07 DOC-09 DOC-20 all papers stand in one list, by year and license, and a year is downloaded as ZIP", async ({
  page,
  system,
}) => {
  const customer = await newCustomer(system, (names) => [
    ...aSubscription(names, { seats: 3, tax_percent: 20 }),
    ...aSubscription(names, { id: "two", name: "Plotline 4", seats: 2 }),
  ]);
  await arrive(page, customer);
  await section(page, "Payment").getByRole("link", { name: "All papers, quotes and contacts" }).click();
  await expect(page.getByRole("heading", { name: "Invoices and papers" })).toBeFocused();
  const papers = section(page, "Papers");
  const rows = papers.getByRole("table", { name: "Papers" }).getByRole("row");
  await expect(rows).toHaveCount(5);
  await expect(rows.getByText(/^(Invoice|Receipt for invoice)$/)).toHaveCount(4);
  await expect(rows.filter({ hasText: /: 3 seats, \w{3} \d\d, \d{4} to \w{3} \d\d, \d{4}/ })).toHaveCount(1);
  await expect(papers.getByText(/Anyone with the link to a document can open it/)).toBeVisible();
  await papers.getByLabel("License").selectOption({ label: "Plotline 4" });
  await expect(rows).toHaveCount(3);
  await expect(page).toHaveURL(/license=two-/);
  const year = (await rows.nth(1).getByRole("cell").first().textContent())?.slice(-4) ?? "";
  await papers.getByLabel("Year").selectOption({ label: year });
  await papers.getByLabel("License").selectOption({ label: "All licenses" });
  await expect(rows).toHaveCount(5);
  await expectAccessible(page, "all papers");
  const pdf =
    (await rows
      .getByRole("link", { name: /^PDF of Invoice/ })
      .first()
      .getAttribute("href")) ?? "";
  expect((await page.request.get(pdf)).headers()["content-type"]).toContain("pdf");

  await papers.getByRole("button", { name: `Collect ${year} as ZIP` }).click();
  const save = page.waitForEvent("download");
  await papers.getByRole("button", { name: `Download ${year}` }).click();
  expect((await save).suggestedFilename()).toBe(`papers-${year}.zip`);
  const link = await mailedLink(system, customer.email, "/papers");
  await page.goto(link);
  await expect(papers.getByLabel("Year")).toHaveValue(year);
  await expect(papers.getByText(`${year} is ready: 4 papers.`)).toBeVisible();
});

test("DOC-11 a change goes on paper as a quote that anybody with its link sees, and its payer accepts with one click", async ({
  page,
  system,
  browser,
}) => {
  const team = await newTeam(system, { seats: 5, held: 1 });
  await openTeam(page, team);
  await askForSeats(page, 8);
  await theDialog(page).getByRole("button", { name: "As a quote (PDF)" }).click();
  const link = (await theDialog(page).getByRole("link", { name: "Open quote" }).getAttribute("href")) ?? "";

  const finance = await browser.newPage({ extraHTTPHeaders: { "x-forwarded-for": "192.0.2.11" } });
  await finance.goto(new URL(link, page.url()).href);
  await expect(finance.getByRole("heading", { name: /^Quote Q-/ })).toBeVisible();
  await expect(finance.getByText("5 to 8 seats")).toBeVisible();
  await expectAccessible(finance, "a quote, signed out");
  const save = finance.waitForEvent("download");
  await finance.getByRole("link", { name: "Download PDF" }).click();
  expect((await save).suggestedFilename()).toMatch(/^Q-\w{8}\.pdf$/);
  await finance.getByRole("link", { name: "Sign in to accept" }).click();
  await expect(finance.getByLabel("Account name")).toBeVisible();
  await finance.close();

  await system.advance(2 * 86_400);
  await page.goto(link);
  const accept = page.getByRole("button", { name: /^Accept and pay \$/ });
  const amount = (await accept.textContent())?.replace("Accept and pay ", "") ?? "";
  await accept.click();
  await expect(page.getByText("Accepted and paid. The change is in force.")).toBeVisible();
  await expect(accept).toBeHidden();
  await page.goto("/papers");
  await expect(section(page, "Quotes").getByRole("row").nth(1)).toContainText("Accepted");
  const papers = section(page, "Papers").getByRole("row");
  await expect(papers.filter({ hasText: "Receipt" }).filter({ hasText: amount })).toHaveCount(1);
});

test("DOC-04 a reference is asked for where seats change, and nothing is paid without one where it is required", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 5, held: 1 });
  await arrive(page, team.owner, "/papers");
  const references = section(page, "Reference on invoices");
  await references.getByRole("button", { name: "Edit reference" }).click();
  await theDialog(page)
    .getByRole("checkbox", { name: /Ask for a reference/ })
    .check();
  await expectAccessible(page, "a reference");
  await theDialog(page).getByRole("button", { name: "Save" }).click();
  await expect(references.getByText("Yes: nothing is charged for a change without one")).toBeVisible();
  await openTeam(page, team);
  await askForSeats(page, 6);
  const field = theDialog(page).getByLabel("Reference on the invoice");
  await theDialog(page).getByRole("button", { name: /^Pay/ }).click();
  await expect(theDialog(page).getByText(/requires a reference on each invoice/)).toBeVisible();
  await theDialog(page).getByRole("button", { name: "Back to review" }).click();
  await field.fill("PO 4711");
  await page.keyboard.press("Enter");
  await expect(theDialog(page).getByText("Reference on the invoice: PO 4711")).toBeVisible();
  await theDialog(page).getByRole("button", { name: /^Pay/ }).click();
  await expect(theDialog(page).getByRole("button", { name: "Done" })).toBeVisible();
  await page.goto("/papers");
  await expect(section(page, "Papers").getByText("Reference: PO 4711").first()).toBeVisible();
});

test("DOC-05 a billing contact is added, confirms by the link, sees the papers, and stops the mails", async ({
  page,
  system,
  browser,
}) => {
  const customer = await newCustomer(system, (names) => aSubscription(names, { seats: 2 }));
  const email = `books-${customer.mark}@oak.example`;
  await arrive(page, customer, "/papers");
  const contacts = section(page, "Billing contacts");
  await expect(contacts.getByText("Only you get emails about payments.")).toBeVisible();
  await contacts.getByRole("button", { name: "Add contact" }).click();
  await theDialog(page).getByLabel("Email address").fill("no address");
  await theDialog(page).getByRole("button", { name: "Save" }).click();
  await expect(theDialog(page).getByText("This is not an email address.")).toBeVisible();
  await expectAccessible(page, "a contact");
  await theDialog(page).getByLabel("Email address").fill(email);
  await theDialog(page).getByRole("checkbox", { name: "Renewals" }).check();
  await theDialog(page).getByRole("button", { name: "Save" }).click();
  await expect(contacts.getByText("Not confirmed yet")).toBeVisible();

  const clerk = await browser.newPage({ extraHTTPHeaders: { "x-forwarded-for": "192.0.2.12" } });
  await clerk.goto(await mailedLink(system, email, "/billing-contact"));
  await expect(clerk.getByText(/named .* as a billing contact/)).toBeVisible();
  await expectAccessible(clerk, "the link of a billing contact");
  await clerk.getByRole("button", { name: "Yes, send me these emails" }).click();
  const rows = clerk.getByRole("table", { name: "Papers" }).getByRole("row");
  await expect(rows).toHaveCount(3);
  await expectAccessible(clerk, "papers of a contact");
  await page.reload();
  await expect(contacts.getByText("Confirmed")).toBeVisible();
  await clerk.getByRole("button", { name: "Stop these emails" }).click();
  await expect(clerk.getByText(`${email} gets no more emails.`)).toBeVisible();
  await expect(rows).toHaveCount(0);
  await clerk.close();
  await page.reload();
  await expect(contacts.getByText("Wants no more emails")).toBeVisible();
  await contacts.getByRole("button", { name: `Remove ${email}` }).click();
  await expect(contacts.getByText("Only you get emails about payments.")).toBeVisible();
});
