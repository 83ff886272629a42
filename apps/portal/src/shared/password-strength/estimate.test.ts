import { knownWords, passwordVerdict } from "@foyer/domain/password";
import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, test } from "vitest";
import { commonWords } from "./common-words.ts";
import { estimateGuesses } from "./estimate.ts";

test("KEY-07 the browser's list is the beginning of the service's list", () => {
  const head = dictionary["passwords-common"].filter((word) => /^[^\s,"\\]{1,20}$/.test(word)).slice(0, 10_000);
  expect(commonWords).toEqual(head);
});

test.each([
  ["Summer2024", "common", "weak"],
  ["letmein123", "common", "weak"],
  ["Passw0rd!", "common", "weak"],
  ["short77", "too_short", "weak"],
  ["maria.lopez1", "account_word", "weak"],
  ["12.03.1987", "date", "weak"],
  ["xyxyxyxyxyxy", "repeated", "weak"],
  ["kXq7bTz9", null, "fair"],
  ["kXq7bTz9mR", null, "good"],
  ["the lantern is amber", null, "strong"],
])("KEY-07 the meter says of %s: %s, %s", (password, weakness, strength) => {
  const known = knownWords({ username: "maria", email: "maria.lopez@example.com" }, []);
  expect(passwordVerdict(password, known, estimateGuesses(password, known))).toEqual({ weakness, strength });
});
