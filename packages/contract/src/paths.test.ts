import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { endpoint } from "./endpoint.ts";
import { accountsEndpoints, type Calls, purchaseEndpoints } from "./endpoints.ts";
import { type EndpointNameOf, paths } from "./paths.ts";
import { success } from "./wire-values.ts";

test("every path has its endpoint, with the same method, path and openness", () => {
  const declared = [...accountsEndpoints, ...purchaseEndpoints].map(({ name, method, path, isRead, access }) => [
    name,
    `${method} ${path}${isRead && method !== "GET" ? " read" : ""}${access === "open" ? " open" : ""}`,
  ]);
  expect(Object.fromEntries(declared)).toEqual(paths);
});

test("R-38 an unknown name, and an access that its line forbids, do not compile", () => {
  const reply = { summary: "A test", reply: success };
  // Never called: these lines must only compile or fail to compile.
  const declarations = () => [
    endpoint("signIn", { ...reply, access: "open" }),
    endpoint("listSeats", { ...reply, access: "manager" }),
    // @ts-expect-error there is no such call
    endpoint("signOn", { ...reply, access: "open" }),
    // @ts-expect-error its line says that it is open
    endpoint("signIn", { ...reply, access: "person" }),
    // @ts-expect-error its line does not say that it is open
    endpoint("listSeats", { ...reply, access: "open" }),
    // @ts-expect-error it is a call of the staff
    endpoint("staffSearch", { ...reply, access: "person" }),
    // @ts-expect-error it is not
    endpoint("listSeats", { ...reply, access: "staff:read" }),
    // @ts-expect-error it is a call between our services
    endpoint("introspect", { ...reply, access: "open" }),
    // @ts-expect-error the provider makes it
    endpoint("takeProviderEvent", { ...reply, access: "open" }),
    // @ts-expect-error the path is only in the table
    endpoint("signIn", { ...reply, access: "open", path: "/api/1.1/signin/" }),
  ];
  expect(declarations).toBeTypeOf("function");
});

test("the prefix of the path determines the service, also in the types", () => {
  const ofAccounts: EndpointNameOf<"accounts"> = "listSeats";
  // @ts-expect-error it is the purchase service's
  const notOfAccounts: EndpointNameOf<"accounts"> = "listPlans";
  const everyCall: EndpointNameOf<"accounts"> | EndpointNameOf<"purchase"> = "takeProviderEvent" as keyof Calls;
  expect([ofAccounts, notOfAccounts, everyCall]).toHaveLength(3);
});

test("the table of paths imports nothing", () => {
  expect(readFileSync(new URL("./paths.ts", import.meta.url), "utf8")).not.toMatch(/^import /m);
});
