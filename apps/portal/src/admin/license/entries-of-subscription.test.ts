import type { TimelineEntry } from "@foyer/contract/staff-wire";
import { expect, test } from "vitest";
import { entriesOfSubscription } from "./entries-of-subscription.ts";

const entry = (id: string, details: Record<string, unknown>): TimelineEntry => ({
  id,
  at: "2026-11-20T09:30:00Z",
  kind: "provider",
  title: "invoice.paid",
  details,
});

test("a license's timeline leaves out what belongs to another subscription of the same customer", () => {
  const entries = [
    entry("own", { subscription: "sub_1" }),
    entry("other", { subject: "sub_2" }),
    entry("act", { target: "license:L2" }),
    entry("card", { object: "pm_1" }),
  ];
  const subscriptions = [
    { id: "sub_1", registration_id: "L1" },
    { id: "sub_2", registration_id: "L2" },
  ];
  expect(entriesOfSubscription(entries, subscriptions, "sub_1").map(({ id }) => id)).toEqual(["own", "card"]);
});
