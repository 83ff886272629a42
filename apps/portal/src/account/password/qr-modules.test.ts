import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { qrModules } from "./qr-modules.ts";

function pictureOf(text: string): string[] {
  return qrModules(text).map((row) => row.map((dark) => (dark ? "█" : "·")).join(""));
}

// Another program's reader read these pictures back when they were taken down.
test("a short text is drawn as readers expect it", () => {
  expect(pictureOf("fernhill")).toEqual([
    "███████·█·····███████",
    "█·····█·█··██·█·····█",
    "█·███·█·█·█·█·█·███·█",
    "█·███·█···███·█·███·█",
    "█·███·█·███·█·█·███·█",
    "█·····█··█·██·█·····█",
    "███████·█·█·█·███████",
    "·········████········",
    "█··████████·██··█·███",
    "███····█·█··██···██··",
    "·██████████···█···███",
    "█·█·█··█··██····█·█·█",
    "█████·█·█·█··██·····█",
    "········█··██···█·██·",
    "███████·██··███·█····",
    "█·····█·██████·████·█",
    "█·███·█·█████·████···",
    "█·███·█·█··██········",
    "█·███·█··██···█·██·██",
    "█·····█···█··██··████",
    "███████·█·██···█·····",
  ]);
});

const link =
  "otpauth://totp/Fernhill%20Software:maya?issuer=Fernhill%20Software&secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

test.each([
  [link, 41, "3a0abb1dda6ce357"],
  ["x".repeat(213), 57, "cbe0bbd75d58f736"],
])("a longer text takes a larger picture: %s", (text, size, picture) => {
  expect(qrModules(text)).toHaveLength(size);
  expect(createHash("sha256").update(pictureOf(text).join("\n")).digest("hex").slice(0, 16)).toBe(picture);
});

test("a text that does not fit is refused", () => {
  expect(() => qrModules("x".repeat(214))).toThrow(RangeError);
});
