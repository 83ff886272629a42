import { randomBytes } from "node:crypto";
import type { Checkout, Consent } from "@foyer/contract/checkout";
import type { SentBillingDetails } from "@foyer/contract/customers";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import { productOfPlan } from "@foyer/domain/catalogue";
import { settleInvoice } from "@foyer/domain/minimum-charge";
import { type Cents, cents } from "@foyer/domain/money";
import { addIntervals } from "@foyer/domain/periods";
import { billingInterval } from "@foyer/domain/product-id";
import { renewalDue } from "@foyer/domain/proration";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { countingGuesses, couponFor } from "../coupons/check-coupon.ts";
import { discountOfCoupon } from "../coupons/quoted-coupon.ts";
import { compareCatalogue, productName } from "../catalogue/catalogue.ts";
import { type Offer, offerById } from "../catalogue/offer.ts";
import { ratesFor } from "../catalogue/plan-store.ts";
import { subjectOf } from "../changes/operations/operation.ts";
import { insertQuote, type Quote } from "../changes/quotes/quote-store.ts";
import { saveBillingDetails } from "../customers/billing-details.ts";
import { createCustomer } from "../customers/create-customer.ts";
import type { QuotedCoupon, QuotedPurchase } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { fieldsWithReference } from "../references/references.ts";
import type { ProviderCustomer, ProviderTaxRate } from "../stripe/payment-gateway.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { priceWith } from "../subscriptions/discount.ts";
import { checkoutWire } from "./checkout-wire.ts";
import { type CheckoutQuote, endOtherCheckouts } from "./checkout-store.ts";

const QUOTE_LIVES_MS = 30 * 60 * 1_000;
/** Quotes of an account in an hour. A quote is cheap, and a person looks at many. */
const QUOTES = { limit: 60, windowSeconds: 3_600 } as const;

type Address = SentBillingDetails["address"];
/** Billing details that a buyer sends. Every field may be left out. */
type GivenBilling = {
  readonly [Key in Exclude<keyof SentBillingDetails, "address">]?: SentBillingDetails[Key] | undefined;
} & {
  readonly address: { readonly [Line in keyof Address]?: Address[Line] | undefined };
};

export interface WantedPurchase {
  readonly plan: string;
  readonly quantity: number;
  /** An ended license that the buyer manages. */
  readonly license?: string | undefined;
  readonly billing?: GivenBilling | undefined;
  /** Printed on the invoices of the subscription. Empty or left out, they print the customer's. */
  readonly reference?: string | undefined;
  /** As it was typed. */
  readonly coupon?: string | undefined;
}

/** Returns a plan on sale. Refuses any other with 20009. */
export async function planOnSale(deps: Deps, id: string): Promise<Offer> {
  const sold = (await compareCatalogue(deps)).some((plan) => plan.id === id && plan.is_sold);
  const plan = sold ? await offerById(deps.db, id) : null;
  if (!plan) refuse("plan.not_on_sale");
  return plan;
}

/** Refuses an ended license that is not the buyer's to renew (404), or that is of another product. */
async function refuseOtherLicense(deps: Deps, buyer: Person, licenseId: string, plan: string): Promise<void> {
  const ended = await deps.accounts.endedLicense(buyer.id, licenseId);
  if (billingInterval(plan) === null) {
    refuse("input.invalid", { field: "plan", reason: "ended_license" });
  }
  if (productOfPlan(ended.product_id) === productOfPlan(plan)) return;
  refuse("input.invalid", { field: "plan", reason: "other_product" });
}

async function customerOf(deps: Deps, id: string): Promise<ProviderCustomer> {
  const customer = await orRefuse(() => deps.gateway.customer(id));
  if (!customer) refuse("object.not_found");
  return customer;
}

const NO_ADDRESS: Address = { line1: "", line2: "", city: "", state: "", postal_code: "", country: "" };

const hasTaxId = ({ tax_id: text = "", tax_ids: ids = [] }: GivenBilling): boolean =>
  text.trim() !== "" || ids.some(({ value }) => value.trim() !== "");

/** Refuses a buyer with a tax ID, which makes it a firm, whose invoice would lack a required field. */
function refuseIncompleteFirm(name: string, { line1, city }: Address): void {
  const needed = [
    { field: "billing.name", said: name, reason: "company_name" },
    { field: "billing.address.line1", said: line1, reason: "company_street" },
    { field: "billing.address.city", said: city, reason: "company_city" },
  ] as const;
  const missing = needed.find(({ said }) => said.trim() === "");
  if (missing) refuse("input.invalid", { field: missing.field, reason: missing.reason });
}

/** Returns the buyer at the provider, with the sent billing details. Fields that are left out or empty stay unchanged. */
async function buyerAt(deps: Deps, person: Person, billing: GivenBilling | undefined): Promise<ProviderCustomer> {
  const { id: omniId, email, username } = person;
  const id = await createCustomer(deps, person, { email, omniId, username });
  const stored = await customerOf(deps, id);
  if (!billing) return stored;
  const said = Object.entries(billing.address).filter(([, line]) => line !== undefined && line !== "");
  const name = billing.name || (stored.name ?? "");
  const address = { ...NO_ADDRESS, ...stored.address, ...Object.fromEntries(said) };
  if (hasTaxId(billing)) refuseIncompleteFirm(name, address);
  await saveBillingDetails(deps, id, {
    name,
    address,
    ...(billing.tax_ids === undefined ? {} : { tax_ids: billing.tax_ids }),
    ...(billing.tax_id === undefined ? {} : { tax_id: billing.tax_id }),
  });
  return await customerOf(deps, id);
}

const countryOf = ({ address }: ProviderCustomer): string => address?.country ?? "";

/** True if these are the tax rates of the country today. */
export async function isTaxOf(
  deps: Pick<Deps, "db">,
  country: string,
  quoted: readonly ProviderTaxRate[],
): Promise<boolean> {
  const rates = await ratesFor(deps.db, country);
  const idsOf = (shown: readonly ProviderTaxRate[]): string => JSON.stringify(shown.map(({ id }) => id).toSorted());
  return rates !== null && idsOf(rates) === idsOf(quoted);
}

/** Refuses (409) a quote if the tax of the buyer's country has changed since, for example with the address. */
export async function refuseOtherTax(deps: Deps, { purchase }: CheckoutQuote): Promise<void> {
  const country = countryOf(await customerOf(deps, purchase.customer));
  if (await isTaxOf(deps, country, purchase.taxRates)) return;
  refuse("quote.dead", { reason: "tax_changed" });
}

/** Returns the consents that the buyer must give. A buyer with a tax ID is not a private one. */
async function consentsFor({ sales, gateway }: Deps, customer: ProviderCustomer): Promise<Consent[]> {
  const { consents = [] } = sales;
  const hasPrivate = consents.some(({ privateOnly }) => privateOnly === true);
  const isPrivate = hasPrivate && (await orRefuse(() => gateway.taxIds(customer.id))).length === 0;
  return consents
    .filter(({ privateOnly = false }) => isPrivate || !privateOnly)
    .map(({ id, version, text, link = null }) => ({ id, version, text, link }));
}

/** The license that a checkout pays for, and the subject of its operation. */
interface Target extends Pick<QuotedPurchase, "license" | "isReturn" | "trial"> {
  readonly subject: string;
}

/** Returns the ended license that the buyer named, the buyer's trial of the product, or a license that is new. */
export async function targetOf(deps: Deps, buyer: Person, { license, plan }: WantedPurchase): Promise<Target> {
  if (license !== undefined) {
    await refuseOtherLicense(deps, buyer, license, plan);
    return { subject: subjectOf.license(license), license, isReturn: true };
  }
  const product = productOfPlan(plan);
  const trial = product === null ? null : await deps.accounts.trialToBuy(buyer.id, product);
  if (trial) {
    const { registration_id: id, used_seats: usedSeats } = trial;
    return { subject: subjectOf.license(id), license: id, isReturn: false, trial: { usedSeats } };
  }
  const random = randomBytes(15).toString("base64url");
  return { subject: subjectOf.buyer(buyer.id), license: `lic_${random}`, isReturn: false };
}

interface Priced {
  readonly person: Person;
  readonly plan: Offer;
  readonly wanted: WantedPurchase;
  readonly target: Target;
  readonly customer: ProviderCustomer;
  readonly taxRates: readonly ProviderTaxRate[];
  readonly consents: readonly Consent[];
  readonly coupon: (QuotedCoupon & { readonly endsAt: Date | null }) | null;
}

/** Returns the next charge, at which a coupon for one invoice or for some months may be over; null if it is paid once. */
function nextOf(
  { coupon, plan, wanted: { quantity } }: Priced,
  taxRates: readonly ProviderTaxRate[],
  balance: Cents,
  now: Date,
): CheckoutQuote["purchase"]["next"] {
  if (plan.interval === null) return null;
  const at = unixSecondsOf(addIntervals(now, plan.interval, 1));
  const isOver = coupon === null || coupon.coupon.duration === "once";
  const price = priceWith(isOver ? null : discountOfCoupon(coupon.coupon, now), plan, quantity, at);
  return { total: renewalDue(price, taxRates, balance, plan.currency).due, at };
}

function quoteOf(deps: Deps, priced: Priced): CheckoutQuote {
  const { person, plan, wanted, target, customer, taxRates, consents } = priced;
  const now = deps.clock.now();
  const { quantity, reference = "" } = wanted;
  const { currency } = plan;
  const { endsAt, ...coupon } = priced.coupon ?? { amount: 0, endsAt: null };
  const price = cents(plan.amount_cents * quantity - coupon.amount);
  const charged = customer.taxExempt === "none" ? taxRates : [];
  const first = renewalDue(price, charged, cents(customer.balance), currency);
  const { balance } = settleInvoice(cents(first.subtotal + first.tax), cents(customer.balance), currency);
  const until = new Date(now.getTime() + QUOTE_LIVES_MS);
  return {
    id: `checkout_${randomBytes(16).toString("base64url")}`,
    subscription_id: target.subject,
    plan: plan.id,
    quantity,
    proration_at: now,
    fingerprint: fingerprintOf(plan),
    subtotal_cents: first.subtotal,
    tax_cents: first.tax,
    included_tax_cents: first.includedTax,
    total_cents: first.due,
    currency,
    created_at: now,
    // The provider takes no coupon after its end.
    expires_at: endsAt && endsAt < until ? endsAt : until,
    shown_to: person.username,
    on_paper: false,
    staged_at: null,
    staged_until: null,
    purchase: {
      account: person.id,
      customer: customer.id,
      license: target.license,
      isReturn: target.isReturn,
      ...(target.trial ? { trial: target.trial } : {}),
      product: productName(deps, plan.id),
      taxRates,
      consents,
      isReverseCharge: customer.taxExempt === "reverse",
      line: `${quantity} × ${plan.nickname ?? plan.product}`,
      ...(reference === "" ? {} : { reference }),
      ...(plan.price === null ? {} : { once: { price: plan.price } }),
      next: nextOf(priced, charged, balance, now),
      ...("coupon" in coupon ? { coupon } : {}),
    },
  };
}

/** Returns a fingerprint of the plan's price. The provider's first invoice decides about the rest. */
export function fingerprintOf({ amount_cents: amount, currency, interval, price }: Offer): string {
  return JSON.stringify(price === null ? [amount, currency, interval] : [amount, currency, interval, price]);
}

/** Returns the coupon that the buyer typed, or null without one. */
async function couponOf(
  deps: Deps,
  { person, plan, wanted, customer }: Pick<Priced, "person" | "plan" | "wanted" | "customer">,
  ip: string,
): Promise<Priced["coupon"]> {
  const { coupon, quantity } = wanted;
  if (coupon === undefined || coupon.trim() === "") return null;
  const use = { plan, quantity, customerId: customer.id };
  return await countingGuesses(deps, { account: person.id, ip }, () => couponFor(deps, coupon, use));
}

/** Makes a quote for a new subscription, which replaces the buyer's earlier one. */
export async function startCheckout(deps: Deps, person: Person, wanted: WantedPurchase, ip: string): Promise<Checkout> {
  await deps.limiter.take(`checkout-quotes:${person.id}`, QUOTES);
  const plan = await planOnSale(deps, wanted.plan);
  const target = await targetOf(deps, person, wanted);
  const customer = await buyerAt(deps, person, wanted.billing);
  fieldsWithReference(wanted.reference ?? "", customer);
  const taxRates = await ratesFor(deps.db, countryOf(customer));
  if (!taxRates) {
    refuse("input.invalid", { field: "billing.address.country", reason: "country_first" });
  }
  const coupon = await couponOf(deps, { person, plan, wanted, customer }, ip);
  const consents = await consentsFor(deps, customer);
  const quote = quoteOf(deps, { person, plan, wanted, target, customer, taxRates, consents, coupon });
  await inTransaction(deps.db, async (tx) => {
    await endOtherCheckouts(tx, quote.subscription_id, quote.id, quote.created_at);
    // An offer from before the trial would buy a second license.
    if (target.trial) await endOtherCheckouts(tx, subjectOf.buyer(person.id), quote.id, quote.created_at);
    await insertQuote(tx, quote satisfies Quote);
  });
  return await checkoutWire(deps, quote);
}
