import type { ReconcilerRun, StaffAccount, StaffCustomerPage, StaffLicense } from "@foyer/contract/staff-wire";
import type { Replies } from "./answer-calls.ts";
import { billed, manager } from "./people.ts";
import { accountTimeline, billingTimeline } from "./timelines.ts";

const account: StaffAccount = {
  id: "acc_8fKq2LmZ0pRtXvYb3NcD",
  username: "maren",
  email: "maren@birchworks.example",
  pending_email: "maren@oak.example",
  account_state: 100,
  is_staff: false,
  staff_rights: [],
  customer_id: ["cus_1"],
  created: "2021-05-17T08:12:00Z",
  last_sign_in: "2026-11-20T09:30:00Z",
  second_factor: true,
  sessions: 2,
};

const staffLicense: StaffLicense = {
  id: "lic_4TzQ9wXkB2",
  description: "Outlinear 5 for Mac",
  product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
  owners: ["maren", "tilo"],
  total_seats: 25,
  used_seats: 3,
  subscription_id: "sub_1",
  subscription_customer: "cus_1",
  subscription_state: "active",
  subscription_status: "active",
  cancel_at_period_end: false,
  expiration_date: "2027-03-03T09:30:00Z",
  expires_date: null,
  renewing_quantity: 20,
  registration_date: "2022-03-03T09:30:00Z",
  key: null,
  upgrades_remaining: 0,
};

const perpetual: StaffLicense = {
  ...staffLicense,
  id: "L2",
  description: "Diagrammer Oak 6 Pro",
  product_id: "DIAGRAM-6",
  subscription_id: null,
  subscription_customer: null,
  subscription_state: null,
  subscription_status: null,
  expiration_date: null,
  renewing_quantity: null,
  key: "DOAK-2201-77AB-KELP",
};

const customer: StaffCustomerPage = {
  customer: { id: "cus_1", email: "maren@birchworks.example", omni_id: account.id, balance: -1250 },
  subscriptions: [
    {
      ...billed,
      next: { plan: "OUTLINE-5-SUB-ANNUAL-WEB", quantity: 20, at: 1_804_066_200 },
      registration_id: staffLicense.id,
    },
  ],
  payment_methods: [
    { id: "pm_1", card: { brand: "visa", last4: "4242", exp_month: 4, exp_year: 2029 }, is_default: true },
    { id: "pm_2", card: { brand: "mastercard", last4: "4444", exp_month: 12, exp_year: 2026 }, is_default: false },
  ],
  invoices: [
    {
      id: "in_2",
      number: "FH-0002",
      status: "paid",
      total: 249_975,
      currency: "usd",
      created: 1_772_530_200,
      hosted_invoice_url: null,
      invoice_pdf: "https://pay.example/in_2.pdf",
      subscription: "sub_1",
    },
    {
      id: "in_1",
      number: "FH-0001",
      status: "void",
      total: 9999,
      currency: "usd",
      created: 1_741_000_000,
      hosted_invoice_url: null,
      invoice_pdf: null,
      subscription: "sub_1",
    },
  ],
  timeline: billingTimeline,
};

const failure = { status: "success", applied: false } as const;

const quietRun: ReconcilerRun = {
  id: "3",
  at: "2026-11-20T09:30:00Z",
  what: "events",
  asked_by: "sweep",
  dry_run: false,
  took_ms: 184,
  checked: 31,
  mended: 0,
  drift: [],
  unmended: [],
  error: null,
};

/** The services' replies to a staff member with every right. */
export const staffReplies = {
  readUser: {
    userinfo: { ...manager, username: "frank", is_staff: true, staff_rights: ["admin"], second_factor: true },
  },
  staffSearch: {
    results: [
      { kind: "account", id: account.id, title: "maren", detail: "maren@birchworks.example", account: "maren" },
      { kind: "account", id: "a2", title: "marenka", detail: "marenka@reed.example, closed", account: "marenka" },
      {
        kind: "license",
        id: staffLicense.id,
        title: staffLicense.description,
        detail: "lic_4TzQ9wXkB2, 18 of 25 seats",
        account: "maren",
        license: staffLicense.id,
      },
      { kind: "license_key", id: "MARE-22", title: "MARE-22", detail: "Plotline 4, Maren Birch" },
    ],
    more: [{ kind: "account", cursor: "account:marenka" }],
  },
  staffSearchBilling: {
    results: [
      { kind: "customer", id: "cus_1", title: "cus_1", detail: "maren@birchworks.example", account: "maren" },
      { kind: "invoice", id: "in_2", title: "FH-0002", detail: "paid, $2,499.75", account: "maren" },
    ],
  },
  staffReadAccount: {
    account,
    licenses: [staffLicense, perpetual],
    seats: [
      {
        license: staffLicense.id,
        description: staffLicense.description,
        seat: { id: "s1", username: "maren", email: account.email, status: "active", short_url: null },
      },
    ],
    license_keys: [{ key: "DOAK-2201-77AB-KELP", owner: "Maren Birch", license: "L2" }],
    timeline: accountTimeline,
  },
  staffReadCustomer: customer,
  staffReadLicense: {
    license: staffLicense,
    seats: [
      { id: "s1", username: "maren", email: account.email, status: "active", short_url: null },
      { id: "s2", username: "tilo", email: "tilo@birchworks.example", status: "expiring", short_url: null },
      {
        id: "s3",
        username: null,
        email: "ada.lovelace-extra-long@birchworks.example",
        status: "pending",
        short_url: null,
      },
    ],
    timeline: accountTimeline.filter(({ kind }) => kind !== "security"),
  },
  staffSetAccountState: {
    ...failure,
    before: { account_state: 100 },
    after: { account_state: 300, sessions_ended: 2 },
  },
  listPlans: {
    plans: [
      {
        id: "OUTLINE-5-SUB-ANNUAL-WEB",
        amount: 9999,
        currency: "usd",
        interval: "year",
        product: "prod_1",
        nickname: "Outlinear 5, yearly",
      },
    ],
  },
  staffListActs: {
    acts: [
      {
        id: "9",
        at: "2026-11-20T09:31:12Z",
        staff: "frank",
        act: "account.email",
        target: "account:maren",
        reason: "Ticket 4711: the old mailbox is gone, checked by phone",
        before: { email: "maren@oldmail.example" },
        after: { email: "maren@birchworks.example", sessions_ended: 3 },
      },
      {
        id: "8",
        at: "2026-11-19T10:00:00Z",
        staff: "ute",
        act: "license.seats",
        target: "license:lic_4TzQ9wXkB2",
        reason: "Left the company",
        before: { seats: ["bo@birchworks.example"], used_seats: 4 },
        after: { seats: [], used_seats: 3 },
      },
    ],
    has_more: true,
  },
  staffListBillingActs: {
    acts: [
      {
        id: "3",
        at: "2026-11-19T12:00:00Z",
        staff: "ute",
        act: "invoice.refund",
        target: "invoice:in_2",
        reason: "Charged twice",
        before: { refunded: 0 },
        after: { refunded: 1250 },
      },
    ],
  },
  staffListTasks: {
    tasks: [
      {
        id: "mailbox-acc_4",
        kind: "job",
        title: "one-mailbox-two-accounts",
        state: "failed",
        attempts: 0,
        at: "2026-01-14T09:00:00Z",
        error:
          "ines.old (ines@bücher.example) and ines (ines@xn--bcher-kva.example) have one mailbox. Merge them or change an address, then try again.",
      },
      {
        id: "job-12",
        kind: "mail",
        title: "send-invitations",
        state: "failed",
        attempts: 25,
        at: "2026-11-20T09:00:00Z",
        error: "12 invitations could not be sent",
      },
      {
        id: "job-13",
        kind: "job",
        title: "prune",
        state: "waiting",
        attempts: 0,
        at: "2026-11-20T09:40:00Z",
        error: null,
      },
    ],
  },
  staffListBillingTasks: {
    tasks: [
      {
        id: "job-7",
        kind: "webhook",
        title: "sync-subscription sub_1",
        state: "waiting",
        attempts: 3,
        at: "2026-11-20T09:36:00Z",
        error: "The provider does not answer.",
      },
      {
        id: "news-sub_1.4",
        kind: "message",
        title: "tell-accounts sub_1",
        state: "failed",
        attempts: 2,
        at: "2026-11-20T09:30:00Z",
        error: "2004 There is no such object.",
        message: {
          subscription: {
            id: "sub_1",
            registration_id: "lic_wrong",
            plan: "OUTLINE-5-SUB-ANNUAL-WEB",
            quantity: 2_500,
          },
          object_time: 1_795_000_000,
          sequence: 4,
          cause: null,
        },
      },
    ],
  },
  staffListPurchases: {
    purchases: [
      {
        id: "checkout_1",
        at: "2026-11-20T09:30:00Z",
        by: "maren",
        plan: "OUTLINE-5-SUB-ANNUAL-WEB",
        quantity: 25,
        total: 125_000,
        currency: "usd",
        license: "lic_9",
        is_return: false,
        subscription: null,
        cancelable_until: null,
        state: "failed",
        failure: "Your card was declined. Nothing was charged and nothing was changed.",
        tries: [{ at: "2026-11-20T09:30:00Z", failure: "Your card was declined." }],
      },
    ],
    blocked_until: "2026-11-21T09:30:00Z",
  },
  staffListReconcilerRuns: {
    runs: [
      {
        ...quietRun,
        id: "4",
        what: "subscriptions",
        at: "2026-11-20T09:35:00Z",
        checked: 212,
        mended: 1,
        drift: [{ subscription: "sub_1", what: "quantity", here: "5", provider: "8" }],
        unmended: [{ what: "sub_9", reason: "The provider does not know it." }],
      },
      quietRun,
    ],
  },
  staffListRestores: { restores: [] },
  staffListReports: {
    open: 1,
    reports: [
      {
        id: "rep_2",
        at: "2026-11-20T08:59:00Z",
        account: "maren",
        event: "email.change_asked",
        event_at: "2026-11-20T08:12:00Z",
        by_link: true,
        closed_at: null,
        closed_by: null,
      },
      {
        id: "rep_1",
        at: "2026-11-02T15:20:00Z",
        account: "ida",
        event: "session.opened",
        event_at: "2026-11-02T15:01:00Z",
        by_link: false,
        closed_at: "2026-11-02T16:40:00Z",
        closed_by: "otto",
      },
    ],
  },
  staffListFailureReports: {
    reports: [
      {
        id: "1",
        at: "2026-11-20T08:59:00Z",
        times: 37,
        revision: "4f2a91c",
        path: "/manage-team",
        message: "TypeError: Cannot read properties of undefined (reading 'seats')",
      },
    ],
  },
} satisfies Replies;
