import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safeReturnLink } from "./return-link.ts";

const origin = "https://accounts.example";
const allowed = ["https://www.fernhill.example", "http://127.0.0.1:4400"];
const link = (referrer: string | null): string => safeReturnLink(referrer, origin, allowed);

test.each([
  ["/", "/"],
  ["/manage-team", "/manage-team"],
  ["/confirm-invite/?ref=reference-0001#top", "/confirm-invite/?ref=reference-0001#top"],
  ["https://accounts.example/reset?a=b", "/reset?a=b"],
  ["https://accounts.example:443/", "/"],
  ["HTTPS://ACCOUNTS.EXAMPLE/four-oh", "/four-oh"],
  ["https://www.fernhill.example/shop?x=1", "https://www.fernhill.example/shop?x=1"],
  ["http://127.0.0.1:4400/", "http://127.0.0.1:4400/"],
  ["/path?next=//evil.example", "/path?next=//evil.example"],
])("REG-12 R-54 %s is followed as %s", (referrer, expected) => expect(link(referrer)).toBe(expected));

const hostile: readonly (string | null)[] = [
  null,
  "",
  " ",
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\u0000/",
  " /manage-team",
  "https://evil.example",
  "https:evil.example",
  "https:/evil.example",
  "https:///evil.example",
  "http://accounts.example/",
  "https://accounts.example.evil.example/",
  "https://evil-accounts.example/",
  "https://accounts.example:8443/",
  "https://accounts.example@evil.example/",
  "https://user:pass@accounts.example/",
  "https://user@accounts.example/reset",
  "https://user:pass@www.fernhill.example/shop",
  "https://accounts.example%2eevil.example/",
  "https://accounts.example\\@evil.example",
  "https://www.fernhill.example.evil.example/",
  "http://www.fernhill.example/",
  "https://sub.www.fernhill.example/",
  "https://fernhill.example/",
  "http://127.0.0.1:4401/",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "file:///etc/passwd",
  "blob:https://accounts.example/1",
  "ftp://accounts.example/",
  "mailto:evil@evil.example",
  "null",
  "undefined",
  "manage-team",
  "./manage-team",
  "../",
  "?next=/",
  "#top",
  "/a/..//evil.example",
  "/.//evil.example",
  "https://[::1]/",
  "https://",
  "/\u202Ereset",
  `/${"a".repeat(3000)}`,
];

describe(`R-54 ${hostile.length} hostile referrers lead to /`, () => {
  test("REG-12 R-54 at least forty of them are tested", () => expect(hostile.length).toBeGreaterThanOrEqual(40));
  test.each(hostile)("REG-12 R-54 %j", (referrer) => expect(link(referrer)).toBe("/"));
});

test("REG-12 R-54 for any referrer, a browser that follows the link ends on an allowed origin", () => {
  const parts = fc.constantFrom(
    "/",
    "\\",
    "https:",
    "//",
    "evil.example",
    "accounts.example",
    "@",
    ":",
    ".",
    "\t",
    "?",
    "#",
    "a",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(parts, { maxLength: 8 }).map((list) => list.join("")),
        fc.webUrl(),
        fc.string(),
      ),
      (referrer) => {
        const landed = new URL(link(referrer), origin);
        expect([origin, ...allowed]).toContain(landed.origin);
      },
    ),
    { numRuns: 3000 },
  );
});
