import type { AccessRestore } from "@foyer/contract/access-restore-wire";
import { expect, test } from "vitest";
import { whatComesNext } from "./what-comes-next.ts";

const asked: AccessRestore = {
  id: "rst_1",
  username: "maren",
  state: "asked",
  email: "maren@new.example",
  reason: "Ticket 4711",
  asked_by: "anna",
  asked: "2027-03-03T09:30:00Z",
  agreed_by: null,
  agreed: null,
  restores: null,
  ended: null,
  stopped_by: null,
  stopped_by_staff: null,
};
const waiting: AccessRestore = {
  ...asked,
  state: "waiting",
  agreed_by: "bert",
  agreed: "2027-03-03T10:00:00Z",
  restores: "2027-03-04T10:00:00Z",
};
const stopped: AccessRestore = { ...waiting, state: "stopped", ended: "2027-03-03T12:00:00Z", stopped_by: "link" };

test.each([
  ["one that waits for a second person", asked, "", "A colleague"],
  [
    "hours and minutes that are left",
    waiting,
    "2027-03-03T10:20:30Z",
    "Mar 04, 2027 10:00 UTC at the earliest, in 23 h 40 min",
  ],
  ["minutes alone", waiting, "2027-03-04T09:58:59Z", "in 2 min"],
  ["a time that is over, until the sweep looks", waiting, "2027-03-04T10:00:01Z", "within minutes"],
  [
    "one that was carried out",
    { ...waiting, state: "done", ended: "2027-03-04T10:00:40Z" } as const,
    "",
    "Carried out on Mar 04",
  ],
  ["one that a link stopped", stopped, "", "Stopped by an emailed link, Mar 03, 2027 12:00 UTC"],
  [
    "one that staff stopped",
    { ...stopped, stopped_by: "staff", stopped_by_staff: "anna" } as const,
    "",
    "Stopped by staff, anna, Mar 03",
  ],
])("KEY-11 says of a restore: %s", (_title, restore, now, text) => {
  expect(whatComesNext(restore, new Date(now || "2027-03-03T10:00:00Z"))).toContain(text);
});
