import type { Seat } from "@foyer/contract/seats";
import { expect, test } from "vitest";
import { isInvitationExpired } from "./invitation-expired.ts";

const invited = { status: "pending", expires_date: "2026-11-30T00:00:00.000Z" } as Seat;

test.each([
  ["before its end", invited, "2026-11-29T23:59:59.999Z", false],
  ["after its end", invited, "2026-11-30T00:00:00.001Z", true],
  ["while the time is unknown", invited, undefined, false],
  ["once the seat is held", { ...invited, status: "active" } as Seat, "2026-12-01T00:00:00.000Z", false],
])("SEATS-01 an invitation %s", (_, seat, now, isExpired) => {
  expect(isInvitationExpired(seat, now)).toBe(isExpired);
});
