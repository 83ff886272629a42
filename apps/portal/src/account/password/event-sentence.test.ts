import { type AccountEvent, accountEventKinds } from "@foyer/contract/account-events";
import { expect, test } from "vitest";
import { eventSentence } from "./event-sentence.ts";

const bare: Omit<AccountEvent, "kind"> = {
  id: "1",
  at: "2026-11-20T09:30:00Z",
  by: "self",
  ip: null,
  user_agent: null,
  count: null,
  address: null,
  license: null,
  account: null,
  name: null,
  can_disown: false,
};
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";
const full = {
  ...bare,
  user_agent: firefox,
  count: 2_174,
  address: "ada@example.com",
  license: "Outlinear 5",
  account: "bo",
  name: "MacBook",
};

test.each(accountEventKinds)("KEY-08 %s has one sentence, with and without details", (kind) => {
  for (const by of ["self", "other", "unknown"] as const) {
    for (const facts of [bare, full]) {
      const sentence = eventSentence({ ...facts, kind, by });
      expect(sentence).toMatch(/^[A-Za-z“].*[^.]\.$/);
      expect(sentence).not.toMatch(/undefined|null|NaN|\s{2}|[.!?] [A-Z]/);
    }
  }
});

test.each([
  [{ kind: "session.opened" }, "Signed in with Firefox on Linux."],
  [{ kind: "session.refused" }, "A wrong password was entered 2,174 times."],
  [{ kind: "session.refused", count: 1 }, "A wrong password was entered once."],
  [{ kind: "email.changed" }, "The address was changed to ada@example.com."],
  [{ kind: "email.changed", by: "other" }, "Our support team changed the address."],
  [{ kind: "manager.gave" }, "bo was made a Team Manager of Outlinear 5."],
  [{ kind: "seat.removed", by: "unknown" }, "Your seat of Outlinear 5 ended at its renewal."],
] as const)("KEY-08 %j has the right sentence", (event, sentence) => {
  expect(eventSentence({ ...full, ...event })).toBe(sentence);
});
