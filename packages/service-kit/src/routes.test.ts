import { accountsEndpoints, type Calls } from "@foyer/contract/endpoints";
import { expect, expectTypeOf, test } from "vitest";
import type { Call } from "./call.ts";
import { everyRoute, type Routes, routes } from "./routes.ts";

const given = routes({
  listPlans: async () => ({ plans: [] }),
  signOut: async ({ caller }) => {
    expectTypeOf(caller.username).toBeString();
    return { status: "success" };
  },
});

test("R-38 a handler is connected with the endpoint of its name, and typed by it", () => {
  expect(given.listPlans.endpoint.path).toBe("/api/v2/plans");
  expect(given.signOut.endpoint.access).toBe("person");
  // Never called: these lines must fail to compile.
  const wrong = () => [
    // @ts-expect-error there is no such call
    routes({ signOn: async () => ({}) }),
    // @ts-expect-error the plans are missing
    routes({ listPlans: async () => ({}) }),
    // @ts-expect-error an open call has no known caller
    routes({ readPaymentConf: async ({ caller }) => ({ publishable_key: caller.username }) }),
  ];
  expect(wrong).toBeTypeOf("function");
  expectTypeOf<Call<Calls["signOut"]>["caller"]["kind"]>().toEqualTypeOf<"person">();
});

test("R-38 a service does not compile while one of its calls has no handler", () => {
  const byName = Object.fromEntries(
    accountsEndpoints.map((endpoint) => [endpoint.name, { ...given.signOut, endpoint }]),
  );
  const { signIn, ...others } = byName as Routes<"signIn"> & Parameters<typeof everyRoute<"accounts">>[1];
  const lacking = () => [
    // @ts-expect-error signIn is missing
    everyRoute("accounts", others),
    // @ts-expect-error two calls are not all
    everyRoute("purchase", given),
  ];
  expect(lacking).toBeTypeOf("function");
  // Given in another order, with another service's call: the table decides on both.
  const all = everyRoute("accounts", { ...given, ...others, signIn });
  expect(all.map(({ endpoint }) => endpoint)).toEqual(accountsEndpoints);
});
