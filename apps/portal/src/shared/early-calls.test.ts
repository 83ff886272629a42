import { urlOf } from "@foyer/api-client/client";
import { paths } from "@foyer/contract/paths";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "./api.ts";
import {
  earlyCustomerPaths,
  earlyKey,
  earlyLowerPaths,
  earlyPaths,
  earlySignInPaths,
  fetchOnce,
  INVOICES_A_PAGE,
} from "./early-calls.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each(Object.entries({ ...earlySignInPaths, ...earlyPaths, ...earlyLowerPaths, ...earlyCustomerPaths }))(
  "the first script asks for %s where the contract says",
  (name, call) => expect(call.replace(/\?\S+/, "")).toBe(paths[name as keyof typeof paths]),
);

test("the first script asks for the invoices as the billing history does", () => {
  const input = { params: { id: ":id" }, query: { limit: INVOICES_A_PAGE } };
  expect(decodeURIComponent(urlOf(api, "listInvoices", input))).toBe(earlyCustomerPaths.listInvoices.split(" ")[1]);
});

const as = (token: string) => ({ method: "GET", headers: { authorization: `Bearer ${token}` } });

function begun(answer: Promise<Response>): void {
  const foyerEarly = new Map([[earlyKey("GET", "/seats", "Bearer hers"), answer]]);
  vi.stubGlobal("window", { foyerEarly });
  // A page that was opened a second ago, however long this process runs.
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  vi.stubGlobal("fetch", async () => new Response("asked again"));
}

test("STATE-03 what was asked for early is handed out once, and to nobody else", async () => {
  begun(Promise.resolve(new Response("early")));
  expect(await (await fetchOnce("/seats", as("his"))).text()).toBe("asked again");
  expect(await (await fetchOnce("/seats", as("hers"))).text()).toBe("early");
  expect(await (await fetchOnce("/seats", as("hers"))).text()).toBe("asked again");
});

test("what failed early is asked for again", async () => {
  begun(Promise.reject(new TypeError("no network")));
  expect(await (await fetchOnce("/seats", as("hers"))).text()).toBe("asked again");
});

test("what was asked for long ago is asked for again", async () => {
  begun(Promise.resolve(new Response("early")));
  vi.spyOn(performance, "now").mockReturnValueOnce(30_001);
  expect(await (await fetchOnce("/seats", as("hers"))).text()).toBe("asked again");
});

test("what was asked for before something changed is asked for again", async () => {
  begun(Promise.resolve(new Response("early")));
  await fetchOnce("/seats", { ...as("hers"), method: "POST" });
  expect(await (await fetchOnce("/seats", as("hers"))).text()).toBe("asked again");
});

test("a change at an address that was read early is sent, and not answered by what was read", async () => {
  begun(Promise.resolve(new Response("early")));
  const change = { ...as("hers"), body: "{}" };
  expect(await (await fetchOnce("/seats", change)).text()).toBe("asked again");
});
