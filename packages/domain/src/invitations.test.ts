import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isAddress, joinAddresses, splitAddresses, uniqueAddresses } from "./addresses.ts";
import { isInvitationReference, planInvitations, previewInvitations } from "./invitations.ts";

test("HOME-04 a reference is longer than ten characters", () => {
  expect(isInvitationReference("0123456789")).toBe(false);
  expect(isInvitationReference("0123456789a")).toBe(true);
  expect(isInvitationReference("")).toBe(false);
});

describe("INV-03 the typed list", () => {
  test.each([
    ["a@x.de, b@x.de\nc@x.de\r\n\td@x.de,,e@x.de ,", "a@x.de,b@x.de,c@x.de,d@x.de,e@x.de"],
    ["  a@x.de  ", "a@x.de"],
    ["a@x.de\u00A0b@x.de\u3000c@x.de", "a@x.de,b@x.de,c@x.de"],
    [" ,\n ", ""],
    ["", ""],
    ["not an address", "not,an,address"],
  ])("INV-03 %j is sent as %j", (typed, expected) => expect(joinAddresses(splitAddresses(typed))).toBe(expected));

  test("INV-03 with any separators, the entries keep their order and text", () => {
    const entries = fc.array(fc.stringMatching(/^[a-z@.]{1,9}$/), { maxLength: 20 });
    const separators = fc.stringMatching(/^[ ,\n\r\t]{1,4}$/);
    fc.assert(
      fc.property(entries, separators, (list, separator) => {
        expect(splitAddresses(separator + list.join(separator) + separator)).toEqual(list);
        expect(splitAddresses(joinAddresses(list))).toEqual(list);
      }),
    );
  });

  test("INV-03 a duplicate address counts once, ignoring case", () => {
    expect(uniqueAddresses(["A@x.de", "b@x.de", "a@X.DE"])).toEqual(["A@x.de", "b@x.de"]);
  });
});

describe("preview of an invitation", () => {
  test("INV-04 each entry has its verdict: good, malformed, double, seated, no seat left", () => {
    const entries = ["new@x.de", "nonsense", "NEW@x.de", "Held@x.de", "two@x.de", "three@x.de"];
    expect(previewInvitations(entries, ["held@x.de"], 2).map((each) => each.verdict)).toEqual([
      "good",
      "malformed",
      "double",
      "seated",
      "good",
      "no_seat_left",
    ]);
  });

  test("ACC-19 INV-04 one malformed entry blocks the whole invitation, and the malformed entries are returned as given", () => {
    expect(planInvitations(["new@x.de", "Nonsense", "also@bad"], [], 0)).toEqual({
      refusal: "seats.invalid_emails",
      invalidEmails: ["Nonsense", "also@bad"],
    });
  });

  test("ACC-19 INV-06 all or nothing: too many new addresses invite none", () => {
    expect(planInvitations(["a@x.de", "b@x.de"], [], 1)).toEqual({ refusal: "seats.not_enough", invalidEmails: [] });
    expect(planInvitations(["a@x.de", "B@x.de", "A@x.de"], ["b@x.de"], 1)).toEqual({
      refusal: null,
      invite: ["a@x.de"],
    });
    expect(planInvitations(["b@x.de"], ["b@x.de"], 0)).toEqual({ refusal: null, invite: [] });
  });

  const entries = fc.array(fc.constantFrom("a@x.de", "A@x.de", "b@x.de", "c@x.de", "bad", "d@x.de"), { maxLength: 12 });

  test("INV-06 never more invitations than free seats, never a duplicate, and repeating it invites no one", () => {
    fc.assert(
      fc.property(entries, entries, fc.nat(6), (list, seated, free) => {
        const plan = planInvitations(list, seated, free);
        if (plan.refusal !== null) return;
        expect(plan.invite.length).toBeLessThanOrEqual(free);
        expect(new Set(plan.invite).size).toBe(plan.invite.length);
        expect(plan.invite.every(isAddress)).toBe(true);
        const again = planInvitations(list, [...seated, ...plan.invite], free - plan.invite.length);
        expect(again).toEqual({ refusal: null, invite: [] });
      }),
      { numRuns: 500 },
    );
  });
});
