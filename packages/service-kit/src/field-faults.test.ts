import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Refusal } from "./errors.ts";
import { checked } from "./request-body.ts";

function messageOf(schema: z.ZodType, value: unknown): string {
  try {
    checked(schema, value, "body");
  } catch (error) {
    if (error instanceof Refusal) return error.details[0]?.message ?? "";
    throw error;
  }
  throw new Error("it was taken");
}

describe("the message about a field", () => {
  test.each([
    ["missing", z.object({ name: z.string() }), {}, "name: is missing; it must be text"],
    ["of another kind", z.object({ name: z.string() }), { name: 5 }, "name: must be text, not 5"],
    ["not whole", z.object({ seats: z.int() }), { seats: 1.5 }, "seats: must be a whole number, not 1.5"],
    ["a list", z.object({ on: z.boolean() }), { on: [] }, "on: must be true or false, not a list"],
    [
      "deep",
      z.object({ seats: z.array(z.object({ id: z.string() })) }),
      { seats: ["a"] },
      "seats.0: must be an object, not text",
    ],
    ["not a choice", z.object({ how: z.enum(["now", "later"]) }), { how: "x" }, 'how: must be "now" or "later"'],
    ["empty", z.object({ name: z.string().min(1) }), { name: "" }, "name: must not be empty"],
    ["too long", z.object({ name: z.string().max(2) }), { name: "abc" }, "name: must have at most 2 characters"],
    ["too small", z.object({ seats: z.int().min(1) }), { seats: 0 }, "seats: must be at least 1"],
    [
      "too many",
      z.object({ seats: z.array(z.string()).max(1) }),
      { seats: ["a", "b"] },
      "seats: must have at most 1 entry",
    ],
    ["malformed", z.object({ email: z.email() }), { email: "x" }, "email: must be an e-mail address"],
    [
      "against a rule of ours",
      z.object({ name: z.string().refine(() => false, "Choose another.") }),
      { name: "a" },
      "name: Choose another.",
    ],
  ])("%s", (_, schema, value, message) => {
    expect(messageOf(schema, value)).toBe(message);
  });
});
