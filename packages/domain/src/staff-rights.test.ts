import { expect, test } from "vitest";
import {
  holdsRight,
  mayDo,
  refusalOver,
  rightForAct,
  staffRights,
  type StaffAct,
  type StaffRight,
} from "./staff-rights.ts";

test.each<[StaffRight, string]>([
  ["read", "read"],
  ["support", "read support"],
  ["billing", "read billing"],
  ["admin", "read support billing admin"],
])("ROLE-04 who holds %s holds %s", (held, expected) => {
  expect(staffRights.filter((needed) => holdsRight([held], needed)).join(" ")).toBe(expected);
});

test.each<[StaffAct, string]>([
  ["search", "read support billing admin"],
  ["end_sessions", "support admin"],
  ["refund", "billing admin"],
  ["manage_staff", "admin"],
])("ROLE-04 %s is for %s", (act, expected) => {
  expect(staffRights.filter((right) => mayDo([right], act)).join(" ")).toBe(expected);
});

test("ROLE-04 no staff member acts on their own account, and only an administrator on a colleague's", () => {
  for (const right of staffRights) {
    const staff = { id: "acc_1", rights: [right] };
    expect(refusalOver(staff, { id: "acc_1", isStaff: true })).toBe("own");
    expect(refusalOver(staff, { id: "acc_2", isStaff: true })).toBe(right === "admin" ? null : "colleague");
    expect(refusalOver(staff, { id: "acc_2", isStaff: false })).toBe(null);
  }
});

test("ROLE-04 without a right nothing may be done", () => {
  for (const act of Object.keys(rightForAct)) expect(mayDo([], act as StaffAct)).toBe(false);
});
