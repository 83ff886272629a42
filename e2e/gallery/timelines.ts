import type { TimelineEntry } from "@foyer/contract/staff-wire";

const entry = (id: string, at: string, kind: TimelineEntry["kind"], title: string, details: object): TimelineEntry => ({
  id,
  at,
  kind,
  title,
  details: { ...details },
});

/** What the accounts service tells of maren and her license. */
export const accountTimeline: TimelineEntry[] = [
  entry("1", "2026-11-20T09:31:12Z", "staff", "account.email", {
    staff: "frank",
    reason: "Ticket 4711: the old mailbox is gone, checked by phone",
    before: { email: "maren@oldmail.example" },
    after: { email: "maren@birchworks.example", sessions_ended: 3 },
  }),
  entry("2", "2026-11-20T09:30:00Z", "security", "session.opened", { ip: "203.0.113.7", user_agent: "Firefox" }),
  entry("3", "2026-11-19T16:05:44Z", "mail", "password_reset", { to: "maren@birchworks.example", sent: true }),
  ...["07:41:09", "07:40:55", "07:40:31"].map((time, n) =>
    entry(`r${n}`, `2026-11-19T${time}Z`, "security", "session.refused", { ip: "203.0.113.99" }),
  ),
  entry("4", "2026-11-18T11:00:00Z", "license", "seats.invited", {
    count: 2,
    addresses: ["ada@birchworks.example", "bo@birchworks.example"],
    license: "lic_4TzQ9wXkB2",
    by: "maren",
  }),
];

/** What the purchase service tells of her subscription. */
export const billingTimeline: TimelineEntry[] = [
  entry("e1", "2026-11-19T16:05:00Z", "provider", "invoice.paid", { subscription: "sub_1", object: "in_2" }),
  entry("o1", "2026-11-19T16:04:00Z", "payment", "charge", {
    subject: "sub_1",
    quantity: 25,
    total: 15_149,
    currency: "usd",
    state: "done",
  }),
  entry("n1", "2026-11-12T08:00:06Z", "mail", "payment_failed", { subject: "sub_1", occasion: "in_2" }),
  entry("e4", "2026-11-12T08:00:04Z", "provider", "charge.failed", { event: "evt_4", object: "ch_1" }),
  entry("e3", "2026-11-12T08:00:04Z", "provider", "invoice.payment_failed", { event: "evt_3", object: "in_2" }),
  entry("e2", "2026-11-12T08:00:02Z", "provider", "payment_intent.payment_failed", {
    event: "evt_2",
    object: "pi_1",
  }),
];
