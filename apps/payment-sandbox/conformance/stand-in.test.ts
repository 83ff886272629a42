import { existsSync } from "node:fs";
import { chromium, type Browser, type Page } from "@playwright/test";
import { buildSync } from "esbuild";
import type { FastifyInstance } from "fastify";
import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sandboxServer, type SandboxServer } from "../src/testing/sandbox-server.ts";
import { buyer, stockShop } from "./shop.ts";
import { stripeClient } from "./stripe-client.ts";

const STRICT = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:";

/** A page as the portal writes it: the provider's own React bindings, in strict mode. */
const REACT_PAGE = `
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { CardNumberElement, CardExpiryElement, CardCvcElement, Elements, useElements, useStripe } from "@stripe/react-stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
const secret = new URLSearchParams(location.search).get("secret");
function Form() {
  const stripe = useStripe();
  const elements = useElements();
  const [said, say] = useState("");
  const [complete, setComplete] = useState(false);
  const save = async () => {
    say("working");
    const card = elements.getElement(CardNumberElement);
    const { error, setupIntent } = await stripe.confirmCardSetup(secret, { payment_method: { card } });
    say(error ? "error " + (error.decline_code ?? error.code) : "done " + setupIntent.status);
  };
  const changed = (event) => setComplete(event.complete);
  return <form onSubmit={(event) => { event.preventDefault(); save(); }}>
    <CardNumberElement onChange={changed} /><CardExpiryElement /><CardCvcElement />
    <button disabled={!stripe}>Save card</button>
    <output>{said}</output><span id="complete">{String(complete)}</span>
  </form>;
}
createRoot(document.getElementById("root")).render(
  <StrictMode><Elements stripe={loadStripe("pk_test_sandbox")}><Form /></Elements></StrictMode>);
`;

let server: SandboxServer;
let stripe: Stripe;
let browser: Browser;
let page: Page;
let problems: string[] = [];

function bundle(): string {
  const built = buildSync({
    stdin: { contents: REACT_PAGE, loader: "jsx", resolveDir: new URL("../../portal/", import.meta.url).pathname },
    bundle: true,
    write: false,
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"development"' },
  });
  return built.outputFiles[0]?.text ?? "";
}

function addPages(app: FastifyInstance): void {
  const script = bundle();
  app.get("/page.js", (_request, reply) => reply.type("text/javascript").send(script));
  app.get("/page", (_request, reply) =>
    reply
      .header("content-security-policy", STRICT)
      .type("text/html")
      .send(
        '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Cards</title><div id="root"></div><script src="/sandbox/stripe.js"></script><script src="/page.js"></script>',
      ),
  );
}

beforeAll(async () => {
  server = await sandboxServer(new Date(), {}, addPages);
  stripe = stripeClient(server.url);
  await stockShop(stripe);
  const installed = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) =>
    existsSync(path),
  );
  browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? installed ?? "chromium",
    args: ["--no-sandbox"],
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
beforeEach(async () => {
  problems = [];
  page = await browser.newPage();
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !message.text().includes("status of 402"))
      problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(server.url)) problems.push(`outside request ${request.url()}`);
  });
});
afterEach(async () => {
  await page.close();
  expect(problems).toEqual([]);
});

async function opened() {
  const customer = await stripe.customers.create({ email: "card@example.com" });
  const intent = await stripe.setupIntents.create({ customer: customer.id });
  await page.goto(`${server.url}/page?secret=${intent.client_secret}`);
  return customer.id;
}

async function fill(number: string, expiry = "12 / 40", cvc = "123"): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiration").fill(expiry);
  await page.getByLabel("CVC").fill(cvc);
}

const save = () => page.getByRole("button", { name: "Save card" }).click();
const said = (text: string) => page.getByText(text, { exact: true }).waitFor();
const cardsOf = async (customer: string) =>
  (await stripe.customers.listPaymentMethods(customer)).data.map((one) => one.card?.last4);

describe("the stand-in script under the portal's content security policy", () => {
  test("a card typed key by key is grouped, and the expiry gets its slash", async () => {
    await opened();
    await page.getByLabel("Card number").pressSequentially("378282246310005");
    await page.getByLabel("Expiration").pressSequentially("1240");
    expect(await page.getByLabel("Card number").inputValue()).toBe("3782 822463 10005");
    expect(await page.getByLabel("Expiration").inputValue()).toBe("12 / 40");
  });

  test("a declined card says why and can be followed by another", async () => {
    const customer = await opened();
    await fill("4000000000009995");
    await save();
    await said("error insufficient_funds");
    await fill("5555555555554444");
    await page.locator("#complete", { hasText: "true" }).waitFor();
    await save();
    await said("done succeeded");
    expect(await cardsOf(customer)).toEqual(["4444"]);
  });

  test("an unfinished form is not sent", async () => {
    await opened();
    await page.getByLabel("Card number").fill("4242");
    await save();
    await said("error incomplete_number");
    expect(await page.getByLabel("Card number").getAttribute("aria-invalid")).toBe("true");
  });

  test("authentication can be completed, refused by a button, and refused by closing", async () => {
    const customer = await opened();
    await fill("4000002500003155");
    await save();
    await page.getByRole("dialog").getByRole("button", { name: "Fail authentication" }).click();
    await said("error setup_intent_authentication_failure");
    await save();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await said("error setup_intent_authentication_failure");
    await save();
    await page.getByRole("button", { name: "Complete authentication" }).click();
    await said("done succeeded");
    expect(await cardsOf(customer)).toEqual(["3155"]);
  });
});

describe("the pages", () => {
  test("people see what there is, an invoice, and its PDF", async () => {
    const { customer } = await buyer(stripe);
    await stripe.customers.update(customer, {
      name: "Ada <Buyer>",
      address: { line1: "1 Fern Hill", city: "Leeds", country: "GB", postal_code: "LS1" },
    });
    await stripe.customers.createTaxId(customer, { type: "gb_vat", value: "GB123456789" });
    const rate = await stripe.taxRates.create({ display_name: "VAT", percentage: 20, inclusive: false });
    await stripe.subscriptions.create({
      customer,
      items: [{ plan: "MONTHLY", quantity: 3 }],
      default_tax_rates: [rate.id],
    });
    await page.goto(`${server.url}/sandbox/stripe`);
    await page.getByRole("heading", { name: "Payment sandbox" }).waitFor();
    await page.getByRole("button", { name: "Move the clock" }).waitFor();
    await page.getByRole("region", { name: "Invoices" }).getByRole("link").first().click();
    await page.getByText("Ada <Buyer>").waitFor();
    await page.getByText("VAT: GB123456789").waitFor();
    await page.getByRole("row", { name: "Total 36.00 USD" }).waitFor();
    const pdf = await page.request.get(`${page.url()}/pdf`);
    expect([pdf.status(), pdf.headers()["content-type"]]).toEqual([200, "application/pdf"]);
    expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");
  });
});
