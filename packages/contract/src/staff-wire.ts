import { billingContact } from "./billing-contacts.ts";
import { activation } from "./activations.ts";
import { connectedApp } from "./apps.ts";
import { staffRights } from "@foyer/domain/staff-rights";
import { z } from "zod";
import { accessRestore } from "./access-restore-wire.ts";
import { interval, invoice, paymentMethod, subscription, subscriptionDiscount } from "./subscription-wire.ts";
import { seat } from "./seats.ts";
import { cents, currency, id, instant, success, visibleText } from "./wire-values.ts";

/** Any JSON object: the state before or after an action. */
export const snapshot = z.record(z.string(), z.unknown());

/** A staff member's reason, which is recorded with every change. */
export const reason = visibleText(1000);

/** A staff action. */
export const staffAct = z.object({
  id,
  at: instant,
  /** Account name of the staff member. */
  staff: z.string(),
  /** Stable names such as `account.state`, `license.subscription`. */
  act: z.string(),
  /** The changed object: `account:maria`, `license:lic-team`. */
  target: z.string(),
  reason: z.string(),
  before: snapshot.nullable(),
  after: snapshot.nullable(),
});
export type StaffAct = z.infer<typeof staffAct>;

/** Answer of every repair: what it changes or, with `preview`, would change. */
export const repair = success.extend({
  /** False for a preview, and for a repair that changed nothing. */
  applied: z.boolean(),
  before: snapshot.nullable(),
  after: snapshot.nullable(),
  /** A sentence for staff, if the repair changed nothing or is not complete. */
  note: z.string().optional(),
});
export type Repair = z.infer<typeof repair>;

/** Body of every repair. With `preview` nothing is changed or recorded. */
export const repairBody = z.object({ reason, preview: z.boolean().optional() });

/**
 * Body of a repair that requires a password proof of the last five minutes. Without one it is refused, and
 * the same call with the password succeeds.
 */
export const provedRepairBody = repairBody.extend({ password: z.string().optional() });

/** A search result. */
export const searchHit = z.object({
  kind: z.enum([
    "account",
    "license",
    "license_key",
    "upgrade",
    "seat",
    "customer",
    "subscription",
    "invoice",
    "payment",
  ]),
  id,
  title: z.string(),
  detail: z.string(),
  /** The page to open: an account name, or a license id. */
  account: z.string().optional(),
  license: z.string().optional(),
});
export type SearchHit = z.infer<typeof searchHit>;

/** One entry of the merged timeline of a person or license, newest first. */
export const timelineEntry = z.object({
  id,
  at: instant,
  kind: z.enum(["security", "license", "mail", "staff", "provider", "payment"]),
  title: z.string(),
  details: snapshot,
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

/** A license in a staff member's list. */
export const staffLicense = z.object({
  id,
  description: z.string(),
  product_id: z.string(),
  owners: z.array(z.string()),
  total_seats: z.int(),
  used_seats: z.int(),
  subscription_id: z.string().nullable(),
  /** The customer who pays or paid for it. */
  subscription_customer: z.string().nullable(),
  subscription_state: z.enum(["active", "inactive"]).nullable(),
  subscription_status: z.string().nullable(),
  cancel_at_period_end: z.boolean(),
  expiration_date: instant.nullable(),
  expires_date: instant.nullable(),
  renewing_quantity: z.int().nullable(),
  registration_date: instant,
  key: z.string().nullable(),
  upgrades_remaining: z.int(),
});
export type StaffLicense = z.infer<typeof staffLicense>;

/** A protection of an account's data from erasure. */
export const legalHold = z.object({
  username: z.string(),
  account_state: z.int(),
  reason: z.string(),
  until: instant,
  /** Account name of the staff member. */
  set_by: z.string(),
  set_at: instant,
  /** Time by which the closed account would be erased, or null if it is open. */
  erased_by: instant.nullable(),
});
export type LegalHold = z.infer<typeof legalHold>;

/** An account as staff sees it. */
export const staffAccount = z.object({
  id,
  username: z.string(),
  email: z.string(),
  pending_email: z.string().nullable(),
  account_state: z.int(),
  /** Time of closing, null if open. */
  closed: instant.nullable().optional(),
  /** Time by which its data is erased, unless a legal hold protects it. */
  erased_by: instant.nullable().optional(),
  /** True if its data is being erased, or is erased. */
  is_erased: z.boolean().optional(),
  /** End of the legal hold on its data. */
  legal_hold_until: instant.nullable().optional(),
  is_staff: z.boolean(),
  staff_rights: z.array(z.enum(staffRights)),
  customer_id: z.array(z.string()),
  created: instant,
  last_sign_in: instant.nullable(),
  second_factor: z.boolean(),
  sessions: z.int(),
});
export type StaffAccount = z.infer<typeof staffAccount>;

/** Everything that the accounts service knows about a person. */
export const staffAccountPage = z.object({
  account: staffAccount,
  licenses: z.array(staffLicense),
  seats: z.array(z.object({ license: id, description: z.string(), seat })),
  license_keys: z.array(z.object({ key: z.string(), owner: z.string(), license: z.string().nullable() })),
  /** The apps in which the account is signed in. */
  apps: z.array(connectedApp).optional(),
  /** Devices that are live or keep a place, and those freed in the last 30 days. */
  activations: z.array(activation.extend({ username: z.string().nullable() })).optional(),
  /** The newest restore of access. */
  access_restore: accessRestore.nullable().optional(),
  timeline: z.array(timelineEntry),
});
export type StaffAccountPage = z.infer<typeof staffAccountPage>;

/** Everything that the accounts service knows about a license. */
export const staffLicensePage = z.object({
  license: staffLicense,
  seats: z.array(seat),
  /** Devices that are live or keep a place. */
  activations: z.array(activation.extend({ username: z.string().nullable() })).optional(),
  timeline: z.array(timelineEntry),
});
export type StaffLicensePage = z.infer<typeof staffLicensePage>;

/** Everything that the purchase service knows about a customer. */
export const staffCustomerPage = z.object({
  customer: z.object({ id, email: z.string().nullable(), omni_id: z.string(), balance: z.int() }),
  subscriptions: z.array(subscription),
  payment_methods: z.array(paymentMethod),
  invoices: z.array(invoice),
  timeline: z.array(timelineEntry),
  billing_contacts: z.array(billingContact).optional(),
});
export type StaffCustomerPage = z.infer<typeof staffCustomerPage>;

/** A piece of failed or waiting background work. */
export const machineTask = z.object({
  id,
  kind: z.enum(["job", "mail", "webhook", "operation", "message"]),
  title: z.string(),
  state: z.enum(["waiting", "running", "failed", "done"]),
  attempts: z.int(),
  at: instant,
  error: z.string().nullable(),
  /** The complete message to the accounts service, if that service refused it. */
  message: snapshot.optional(),
});
export type MachineTask = z.infer<typeof machineTask>;

/** Retention of reconciler runs: days, days without findings, maximum number, and maximum findings listed per run. */
export const reconcilerRunKept = { days: 30, uneventfulDays: 1, most: 5_000, listed: 200 } as const;

/** The terms of a plan: cents for one seat and interval. Without interval it is paid once. */
const planTerms = z.object({ amount: cents, currency, interval: interval.nullable() });

/** A plan of the brand's catalogue beside the provider's plan of the same id. */
export const comparedPlan = z.object({
  id,
  /** Null if the brand does not have it. */
  ours: planTerms.extend({ on_sale: z.boolean() }).nullable(),
  /** Null if the provider does not have it, or no longer sells it. */
  provider: planTerms.nullable(),
  /** What differs. With differences a plan is sold as the provider has it, or not at all. */
  differences: z.array(z.enum(["missing", "amount", "currency", "interval"])),
  /** True if it can be bought. */
  is_sold: z.boolean(),
});
export type ComparedPlan = z.infer<typeof comparedPlan>;

/** A coupon code of the provider, and how the brand can use it. */
export const comparedCoupon = z.object({
  id,
  code: z.string(),
  discount: subscriptionDiscount.omit({ ends_at: true }).extend({ months: z.int().nullable() }),
  is_active: z.boolean(),
  ends_at: instant.nullable(),
  /** Uses on the portal's pages, and elsewhere as the provider counts them. */
  uses: z.int(),
  max_uses: z.int().nullable(),
  /** Ids of the brand's plans that it is for. Null for all. */
  plans: z.array(id).nullable(),
  is_for_new_customers: z.boolean(),
  /**
   * Why it does not work here, or not as its vendor may expect: `form` a code that nobody can type, `plans` for no plan on
   * sale, `currency` an amount in a currency that no plan has, `limit` a number of uses at the coupon, where a declined
   * payment uses it up, `minimum` and `customer` a restriction that is not supported.
   */
  faults: z.array(z.enum(["form", "plans", "currency", "limit", "minimum", "customer"])),
});
export type ComparedCoupon = z.infer<typeof comparedCoupon>;

/** A purchase on the portal's page, with all tries to pay it. Times are ISO 8601. */
export const staffPurchase = z.object({
  /** The checkout's id. */
  id,
  /** The last try. */
  at: instant,
  /** Account name of the buyer. */
  by: z.string(),
  plan: z.string(),
  quantity: z.int(),
  total: cents,
  currency,
  /** The license that it pays for, which exists only once it is paid. */
  license: id,
  is_return: z.boolean(),
  /** Null unless it is paid. */
  subscription: id.nullable(),
  /** Until when it can be canceled and refunded as a whole. Null unless it is paid and what it made has not ended. */
  cancelable_until: instant.nullable(),
  state: z.enum(["done", "failed", "waiting", "pending"]),
  failure: z.string().nullable(),
  /** Newest first. */
  tries: z.array(z.object({ at: instant, failure: z.string().nullable() })),
});
export type StaffPurchase = z.infer<typeof staffPurchase>;

/** A run that compares the purchase service with the payment provider and repairs differences. */
export const reconcilerRun = z.object({
  id,
  at: instant,
  took_ms: z.int(),
  what: z.enum(["everything", "subscriptions", "events", "operations"]),
  asked_by: z.enum(["sweep", "command", "staff"]),
  /** True if it only reported differences. */
  dry_run: z.boolean(),
  checked: z.int(),
  /** Number of repaired things. */
  mended: z.int(),
  drift: z.array(z.object({ subscription: z.string(), what: z.string(), here: z.string(), provider: z.string() })),
  unmended: z.array(z.object({ what: z.string(), reason: z.string() })),
  /** Error that ended the run early. */
  error: z.string().nullable(),
});
export type ReconcilerRun = z.infer<typeof reconcilerRun>;

/** A failure that a browser reported. Anyone can send one, so its content is not trusted. */
export const failureReport = z.object({
  id,
  /** Time of the last report. */
  at: instant,
  /** Number of reports. */
  times: z.int(),
  /** Revision of the portal that failed. */
  revision: z.string(),
  path: z.string(),
  message: z.string(),
});
export type FailureReport = z.infer<typeof failureReport>;
