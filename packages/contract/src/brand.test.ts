import { expect, test } from "vitest";
import { brand as demo } from "../../../brand/fernhill.ts";
import { parseBrand } from "./brand.ts";
import { deskOf } from "./brand-desk.ts";
import { portalBrandOf } from "./portal-brand.ts";
import { fillPlaceholders } from "./portal-settings.ts";

test("SHELL-07 the demo vendor's brand is complete, and sells both cycles of the outliner", () => {
  const brand = parseBrand(demo);
  const plans = new Map(brand.plans.map((plan) => [plan.id, plan.amountCents]));
  expect(plans.get("OUTLINE-5-SUB-ANNUAL-WEB")).toBeGreaterThan(100);
  expect(plans.get("OUTLINE-5-SUB-MONTHLY-WEB")).toBeGreaterThan(100);
  expect(brand.products.map(({ kind, supportedVersion }) => [kind, supportedVersion])).toEqual([
    ["task_manager", 3],
    ["diagramming_tool", 7],
    ["outliner", 5],
    ["project_planner", 4],
  ]);
  expect(brand.copyrightYears).toEqual({ from: 1994, to: 2024 });
});

test("every fault of a brand is a line with its field's name", () => {
  const wrong = {
    ...demo,
    accent: "green",
    slogan: "Grow",
    contacts: { ...demo.contacts, sales: "nobody" },
  };
  expect(() => parseBrand(wrong)).toThrow(/^accent: must be a color such as #2f6f4f$/m);
  expect(() => parseBrand(wrong)).toThrow(/^contacts\.sales: /m);
  expect(() => parseBrand(wrong)).toThrow(/slogan/);
});

test("plans must match their products and intervals, and be unique", () => {
  const [first] = demo.plans;
  if (first === undefined) throw new Error("the demo sells nothing");
  const wrong = { ...demo, plans: [first, first, { ...first, id: "OUTLINE-6-SUB-MONTHLY-WEB", product: "NOTES" }] };
  expect(() => parseBrand(wrong)).toThrow(
    "plans.1.id: is there twice\nplans.2.product: must be the code of a product\n" +
      "plans.2.id: must carry ANNUAL, as its interval says",
  );
});

test("BUY-07 a plan without interval has no marker of a subscription; each fault is a line", () => {
  const once = { id: "DIAGRAM-7-WEB", amountCents: 1, currency: "usd", product: "DIAGRAM", nickname: "x" };
  expect(parseBrand({ ...demo, plans: [once] }).plans).toEqual([once]);
  for (const id of ["DIAGRAM-7-SUB-WEB", "DIAGRAM-7-ANNUAL-WEB", "DIAGRAM-7-TRIAL"]) {
    expect(() => parseBrand({ ...demo, plans: [{ ...once, id }] })).toThrow(
      "plans.0.id: must carry no SUB, TRIAL, ANNUAL or MONTHLY, as it has no interval",
    );
  }
});

test("BUY-12 the days of a trial are a whole number from 1 to 365", () => {
  const [first, ...others] = demo.products;
  const withDays = (trialDays: number) => ({ ...demo, products: [{ ...first, trialDays }, ...others] });
  expect(parseBrand(withDays(30)).products[0]?.trialDays).toBe(30);
  for (const days of [0, 366, 1.5]) expect(() => parseBrand(withDays(days))).toThrow(/^products\.0\.trialDays: /m);
});

test("DESK-01 a desk is off unless the brand sets it; each fault is a line; the zone is the seller's", () => {
  const withDesk = (consumerDesk: object) => parseBrand({ ...demo, consumerDesk });
  expect([deskOf(demo), deskOf(withDesk({ countries: "off" }))]).toEqual([null, null]);
  expect(portalBrandOf(withDesk({ countries: "off" }))).toEqual(portalBrandOf(demo));
  const seller = { ...demo.seller, country: "DE" };
  const all = { countries: "all", days: 14, timeZone: "Europe/Berlin" };
  expect(deskOf({ ...withDesk({ countries: "all" }), seller })).toEqual(all);
  const given = { countries: ["DE", "FR"], withdrawalDays: 30, timeZone: "Europe/Paris" };
  expect(deskOf(withDesk(given))).toEqual({ countries: ["DE", "FR"], days: 30, timeZone: "Europe/Paris" });
  const wrong = { countries: ["Germany"], withdrawalDays: 7, timeZone: "Berlin" };
  for (const field of ["countries", "withdrawalDays", "timeZone"])
    expect(() => withDesk(wrong)).toThrow(new RegExp(`^consumerDesk\\.${field}`, "m"));
});

test("DESK-01 the prerendered page has the links to the desk only for a vendor with one", () => {
  const markup = `<footer><a href="x">Legal</a><a href="/withdraw" data-desk="">W</a><a href="/cancel" data-desk="">C</a></footer>`;
  const fill = (brand: typeof demo) => fillPlaceholders(markup, { brand: portalBrandOf(brand) });
  expect(fill(demo)).toBe(`<footer><a href="x">Legal</a></footer>`);
  expect(fill({ ...demo, consumerDesk: { countries: "all" } })).toBe(markup);
});

test("the portal receives only what it shows, and return addresses as origins", () => {
  const told = portalBrandOf({ ...demo, returnOrigins: ["https://www.fernhill.example/shop/"] });
  expect(told.returnOrigins).toEqual(["https://www.fernhill.example"]);
  expect(JSON.stringify(told)).not.toContain(demo.contacts.mailFrom);
});

test("DOC-19 DOC-03 the portal receives the seller; reverse charge requires the seller's tax country", () => {
  expect(portalBrandOf(parseBrand(demo)).seller).toEqual(demo.seller);
  const reverse = { ...demo, seller: { ...demo.seller, reverseCharge: true } };
  expect(() => parseBrand(reverse)).toThrow("seller.country: must be given where reverseCharge is true");
  expect(parseBrand({ ...reverse, seller: { ...reverse.seller, country: "DE" } }).seller.reverseCharge).toBe(true);
  expect(() => parseBrand({ ...demo, seller: { ...demo.seller, country: "Germany" } })).toThrow(/^seller\.country: /m);
});
