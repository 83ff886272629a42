import { type Endpoint, endpointAt } from "@foyer/contract/endpoint";
import { expect, test } from "vitest";
import { z } from "zod";
import { type Call, type Route, route } from "./call.ts";
import { composed } from "./composed.ts";
import { refuse } from "./errors.ts";

const part = (name: string, more: Partial<Endpoint>, line = `GET /api/1.1/${name}/`) =>
  endpointAt(name, line, {
    access: "person",
    summary: name,
    query: z.object({ limit: z.int().optional() }),
    reply: z.object({ said: z.string() }),
    ...more,
  }) as Endpoint;

const whole = part("whole", {}, "GET /api/1.1/things/:id/whole/");
const logged: unknown[] = [];
const call = {
  caller: { kind: "person", id: "ann" },
  params: {},
  query: { limit: 99 },
  body: { more: 1 },
  log: { error: (fields: unknown) => logged.push(fields) },
} as unknown as Call<Endpoint>;

const answering = (endpointOf: Endpoint, answer: (asked: Call<Endpoint>) => string): Route =>
  route(endpointOf, async (asked) => ({ said: answer(asked as Call<Endpoint>) }));

test("HOME-01 each part is the answer of its own call, and a refused or failed part does not affect the others", async () => {
  const routes = [
    answering(part("a", {}), ({ caller, query, body }) => JSON.stringify([caller, query, body])),
    answering(part("b", {}), ({ query }) => JSON.stringify(query)),
    answering(part("c", { refusals: ["mail.unavailable"] }), () => refuse("mail.unavailable")),
    answering(part("d", {}), () => {
      throw new Error("broken");
    }),
  ];
  const { handler } = composed(whole, ["a", "b", "c", "d"], routes, { b: { limit: 5 } });
  expect(await handler(call)).toMatchObject({
    a: { status: 200, body: { said: JSON.stringify([{ kind: "person", id: "ann" }, {}, {}]) } },
    b: { status: 200, body: { said: '{"limit":5}' } },
    c: { status: 503, body: { status: "error" } },
    d: { status: 500, body: { status: "error" } },
  });
  expect(JSON.stringify(logged)).toContain('"part":"d"');
});

test("R-82 a part's undeclared refusal is a fault of the composed call", async () => {
  const { handler } = composed(whole, ["a"], [answering(part("a", {}), () => refuse("password.wrong"))], {});
  await expect(handler(call)).rejects.toThrow();
});

test.each([
  ["changes something", {}, "POST /api/1.1/a/"],
  ["asks for a right", { access: "staff:read" }, "GET /api/1.1/a/"],
  ["is guarded in another way", { access: "manager" }, "GET /api/1.1/a/"],
  ["is of something that the whole does not name", {}, "GET /api/1.1/others/:other/"],
] as const)("R-38 what %s is no part", (_what, more, line) => {
  const routes = [answering(part("a", more, line), () => "")];
  expect(() => composed(whole, ["a"], routes, {})).toThrow("a cannot be a part of whole");
  expect(() => composed(whole, ["missing"], routes, {})).toThrow("missing cannot be a part of whole");
});
