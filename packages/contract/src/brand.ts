import { billingInterval, purchaseType } from "@foyer/domain/product-id";
import { z } from "zod";
import { activationRules, downloadFaults } from "./brand-activation.ts";
import { appFaults, brandApp } from "./brand-apps.ts";
import { consumerDesk } from "./brand-desk.ts";

/*
 * All names of the vendor. Code takes them from the brand and contains none.
 * `docs/brand.md` explains how to write a brand.
 */

const text = z.string().trim().min(1).max(255);
const email = z.email();
const httpsUrl = z.url({ protocol: /^https?$/ });

/** A link out of the portal. */
export const brandLink = z.strictObject({
  label: text,
  /** `https:` or `mailto:`. */
  href: z.url({ protocol: /^(https?|mailto)$/ }),
});

/** A product: its name, and the major version that the vendor supports. */
export const brandProduct = z.strictObject({
  /** First part of product ids: `OUTLINE` in `OUTLINE-5-SUB-ANNUAL-WEB`. */
  code: z.string().regex(/^[A-Z][A-Z0-9]*$/, "must be capital letters and digits, as product ids begin"),
  /** The name that people know. */
  name: text,
  /**
   * Kind of product. Decides where the reset of server data lists it, and which web version pauses during the reset.
   */
  kind: z.enum(["task_manager", "diagramming_tool", "project_planner", "outliner", "other"]),
  /** Newest supported major version. Licenses of this version or newer without upgrades left are archived. */
  supportedVersion: z.int().min(1),
  /** How its apps are activated. Omitted if they are not. */
  activation: activationRules.optional(),
  /** Ids at Lemon Squeezy, with which installed apps compare those of an answer. */
  lemonSqueezy: z
    .strictObject({ storeId: z.int().min(1), productId: z.int().min(1), variantId: z.int().min(1) })
    .optional(),
  /** True if a license that is paid once gets a license key. */
  licenseKeys: z.boolean().optional(),
  /** Days of a trial without a card. Omitted if there is none. */
  trialDays: z.int().min(1).max(365).optional(),
  /** Download pages by major version: `{ "5": "https://…" }`. */
  downloads: z.record(z.string(), httpsUrl).optional(),
  /** Price of an upgrade to the supported version, as shown to people: `$49.50 a seat`. */
  upgradePrice: text.optional(),
});
export type BrandProduct = z.infer<typeof brandProduct>;

/** A plan on sale. The payment sandbox creates it under this id, and the real provider must have it. */
export const brandPlan = z.strictObject({
  /**
   * Contains `ANNUAL` or `MONTHLY`, and `WEB`. A switch of the billing cycle swaps the first two. A plan without interval
   * has neither, and no `SUB` or `TRIAL`.
   */
  id: z.string().regex(/^[A-Z0-9]+(-[A-Z0-9]+)+$/, "must be capital letters and digits between dashes"),
  /** Price of one seat for one interval, or once, without tax. */
  amountCents: z.int().min(1),
  /** ISO 4217, lower case. */
  currency: z.string().regex(/^[a-z]{3}$/, "must be three lower-case letters, such as usd"),
  /** Left out for a plan that is paid once: its license is perpetual. */
  interval: z.enum(["month", "year"]).optional(),
  /** Code of the product. */
  product: z.string(),
  /** The name in lists and on invoices. */
  nickname: text,
  /** False for a plan that only existing customers still have. */
  onSale: z.boolean().optional(),
});
export type BrandPlan = z.infer<typeof brandPlan>;

/** A plan that is paid every period. */
export type RecurringPlan = BrandPlan & { readonly interval: NonNullable<BrandPlan["interval"]> };

/** True for a plan that is paid every period, and not once. */
export function isRecurring(plan: BrandPlan): plan is RecurringPlan {
  return plan.interval !== undefined;
}

/** Something that a buyer agrees to before paying. The purchase keeps the text of a consent. */
export const brandConsent = z.strictObject({
  /** `terms`, `withdrawal`. */
  id: z.string().regex(/^[a-z][a-z_]{0,31}$/, "must be lower-case letters, such as terms"),
  /** Changes with the text: `2026-11`. */
  version: z.string().trim().min(1).max(64),
  /** Label of the box: `I agree to the terms of service.` */
  text: z.string().trim().min(1).max(1_000),
  /** Where the whole text is. */
  link: httpsUrl.optional(),
  /** True for what only private buyers agree to: buyers without a tax ID. */
  privateOnly: z.boolean().optional(),
});

const shape = z.strictObject({
  /** Short name, in texts and titles of pages. */
  provider: text,
  /** Full name, for the copyright line, the terms and the mails. */
  company: text,
  /** Name of the portal: in the header, in `Back to <title>` and in mails. */
  accountsTitle: text,
  /** `#rrggbb`. Made lighter or darker where text in it or on it would not reach 4.5:1. */
  accent: z.string().regex(/^#[0-9a-f]{6}$/i, "must be a color such as #2f6f4f"),
  /** One or two letters or digits in the mark. Without them it is a square of the accent with a darker foot. */
  mark: z
    .string()
    .regex(/^[\p{Script=Latin}\d]{1,2}$/u, "must be one or two letters or digits, such as F")
    .optional(),
  contacts: z.strictObject({
    /** Address in the footer and in failure messages. */
    support: email,
    /** Address in refusals that only a person can resolve: more seats, a plan that is not on sale. */
    sales: email,
    /** Sender of mails, unless the environment sets another. */
    mailFrom: email,
  }),
  links: z.strictObject({
    /** Footer. */
    legal: httpsUrl,
    /** Sign-up. */
    terms: httpsUrl,
    privacy: httpsUrl,
    /** Foot of every mail. */
    support: httpsUrl,
  }),
  /** The three menus of the header. */
  menus: z.strictObject({
    products: z.array(brandLink).min(1),
    company: z.array(brandLink).min(1),
    help: z.array(brandLink).min(1),
  }),
  /** First and last year of the footer's copyright line. */
  copyrightYears: z.strictObject({ from: z.int().min(1900), to: z.int().min(1900) }),
  /** The seller on invoices. */
  seller: z.strictObject({
    name: text,
    address: z.array(text).min(1).max(6),
    taxId: text.nullable(),
    /** Country where the seller is taxed, ISO 3166. */
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, "must be two capital letters, such as DE")
      .optional(),
    /** True if customers in other EU member states with a verified VAT number account for the tax. */
    reverseCharge: z.boolean().optional(),
  }),
  products: z.array(brandProduct).min(1),
  /** Replaces the ending of names, for the products of that code. */
  displayRules: z.array(z.strictObject({ productCode: z.string(), endsWith: text, becomes: text })),
  /** Plans on sale. With both intervals of a product, its customers can switch between them. */
  plans: z.array(brandPlan),
  /** Consents that buyers give before they pay. */
  consents: z.array(brandConsent).max(10).optional(),
  /**
   * Effect of a full refund or a chargeback in the provider's dashboard on the paid subscription or license.
   * Left out, access stays.
   */
  refunds: z.enum(["access_ends", "access_stays"]).optional(),
  /** Pages for withdrawals and cancellations without sign-in. Off if omitted. */
  consumerDesk: consumerDesk.optional(),
  /** Apps in which people sign in through the portal. */
  apps: z.array(brandApp(true)).max(100).optional(),
  /** Shops whose license calls installed apps still make. The calls answer as those of the shop. */
  compatibility: z.array(z.enum(["lemon-squeezy", "keygen"])).optional(),
  /** Limits what managers see of others. If omitted, they see everything. */
  privacy: z.strictObject({ lastUsed: z.boolean().optional() }).optional(),
  /** Origins beside the portal's own that a finished sign-up may return to. */
  returnOrigins: z.array(httpsUrl),
  /** Base addresses for pages with `test` or `stage` in their host name, or null. */
  nonProduction: z.strictObject({ accountsUrl: httpsUrl, purchaseUrl: httpsUrl }).nullable(),
});

const checkedShape = (isProduction: boolean) =>
  shape.extend({ apps: z.array(brandApp(isProduction)).max(100).optional() }).check((checked) => {
    for (const fault of crossFaults(checked.value)) {
      checked.issues.push({ code: "custom", input: checked.value, path: fault.path, message: fault.message });
    }
  });

/** A vendor: names, wording, addresses, products and plans. */
export const brand = checkedShape(true);
export type Brand = z.infer<typeof brand>;

/**
 * Validates a brand and returns it.
 *
 * @param isProduction false allows web apps on the machine of their developer.
 * @throws Error with one line for each fault: `plans.0.currency: must be three lower-case letters, such as usd`.
 */
export function parseBrand(value: unknown, isProduction = true): Brand {
  const result = checkedShape(isProduction).safeParse(value);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `${issue.path.join(".") || "brand"}: ${issue.message}`);
  throw new Error(lines.join("\n"));
}

interface Fault {
  path: PropertyKey[];
  message: string;
}

function crossFaults(checked: z.infer<typeof shape>): Fault[] {
  const codes = new Set(checked.products.map((product) => product.code));
  return [
    ...repeated(checked.products.map((product) => product.code)).map((index) => ({
      path: ["products", index, "code"],
      message: "is there twice",
    })),
    ...repeated(checked.plans.map((plan) => plan.id)).map((index) => ({
      path: ["plans", index, "id"],
      message: "is there twice",
    })),
    ...repeated((checked.consents ?? []).map((consent) => consent.id)).map((index) => ({
      path: ["consents", index, "id"],
      message: "is there twice",
    })),
    ...checked.plans.flatMap((plan, index) => planFaults(plan, index, codes)),
    ...appFaults(checked.apps ?? [], codes),
    ...downloadFaults(checked.products),
    ...repeated(checked.compatibility ?? []).map((index) => ({
      path: ["compatibility", index],
      message: "is there twice",
    })),
    ...((checked.compatibility ?? []).length > 0 && !checked.products.some(({ activation }) => activation?.byKey)
      ? [{ path: ["compatibility"], message: "needs a product with activation.byKey" }]
      : []),
    ...checked.displayRules.flatMap((rule, index) =>
      codes.has(rule.productCode)
        ? []
        : [{ path: ["displayRules", index, "productCode"], message: "must be the code of a product" }],
    ),
    ...(checked.seller.reverseCharge && checked.seller.country === undefined
      ? [{ path: ["seller", "country"], message: "must be given where reverseCharge is true" }]
      : []),
    ...(checked.copyrightYears.from > checked.copyrightYears.to
      ? [{ path: ["copyrightYears", "to"], message: "must not be before from" }]
      : []),
  ];
}

function planFaults(plan: BrandPlan, index: number, codes: ReadonlySet<string>): Fault[] {
  const markers = plan.id.split("-");
  const faults: Fault[] = [];
  if (!codes.has(plan.product)) {
    faults.push({ path: ["plans", index, "product"], message: "must be the code of a product" });
  }
  const path = ["plans", index, "id"];
  if (!isRecurring(plan)) {
    if (purchaseType(plan.id) !== "perpetual" || billingInterval(plan.id) !== null) {
      faults.push({ path, message: "must carry no SUB, TRIAL, ANNUAL or MONTHLY, as it has no interval" });
    }
    return faults;
  }
  const marker = plan.interval === "year" ? "ANNUAL" : "MONTHLY";
  if (!markers.includes(marker)) faults.push({ path, message: `must carry ${marker}, as its interval says` });
  return faults;
}

/** Returns the positions of repeated values. */
function repeated(values: readonly string[]): number[] {
  return values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []));
}
