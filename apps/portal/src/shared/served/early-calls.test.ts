import { urlOf } from "@foyer/api-client/client";
import { readAccountPage, readCustomerPage } from "@foyer/contract/account-page";
import { EVENTS_AT_FIRST, INVOICES_A_PAGE } from "@foyer/contract/page-sizes";
import { paths } from "@foyer/contract/paths";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../requests/api.ts";
import { accountPageParts, customerPageParts, earlyKey, earlyPaths, takeEarly } from "./early-calls.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each(Object.entries({ ...earlyPaths, ...accountPageParts, ...customerPageParts }))(
  "the first script asks for %s where the contract says",
  (name, call) => expect(call.replace(/\?\S+/, "")).toBe(paths[name as keyof typeof paths]),
);

test("HOME-01 the first script knows the parts of each answer, and no other", () => {
  expect(Object.keys(accountPageParts)).toEqual(Object.keys(readAccountPage.reply.shape));
  expect(Object.keys(customerPageParts)).toEqual(Object.keys(readCustomerPage.reply.shape));
});

test("the first script asks for the first events and invoices as the account page does", () => {
  const invoices = { params: { id: ":id" }, query: { limit: INVOICES_A_PAGE } };
  expect(decodeURIComponent(urlOf(api, "listInvoices", invoices))).toBe(customerPageParts.listInvoices.split(" ")[1]);
  const events = { query: { limit: EVENTS_AT_FIRST } };
  expect(urlOf(api, "listAccountEvents", events)).toBe(accountPageParts.listAccountEvents.split(" ")[1]);
});

const as = (token: string) => ({ method: "GET", headers: { authorization: `Bearer ${token}` } });

function begun(answer: Promise<Response | null>): void {
  const foyerEarly = new Map([[earlyKey("GET", "/seats", "Bearer hers"), answer]]);
  vi.stubGlobal("window", { foyerEarly });
  // A page that was opened a second ago, however long this process runs.
  vi.spyOn(performance, "now").mockReturnValue(1_000);
}

/** Text of the early answer; null if the call must be made. */
async function early(request: Parameters<typeof takeEarly>[1]): Promise<string | null> {
  const taken = await takeEarly("/seats", request);
  return taken && (await taken.answer).text();
}

test("STATE-03 an early answer is used once, and only for the same person", async () => {
  begun(Promise.resolve(new Response("early")));
  expect(await early(as("his"))).toBeNull();
  expect(await early(as("hers"))).toBe("early");
  expect(await early(as("hers"))).toBeNull();
});

test("LOOK-05 an early call without an answer is a failed call, which is not sent a second time at once", async () => {
  begun(Promise.reject(new TypeError("no network")));
  await expect(early(as("hers"))).rejects.toThrow("no network");
  expect(await early(as("hers"))).toBeNull();
});

test("a part that the account page's answer does not contain is requested by its own call", async () => {
  begun(Promise.resolve(null));
  expect(await early(as("hers"))).toBeNull();
});

test("an old early answer is requested again", async () => {
  begun(Promise.resolve(new Response("early")));
  vi.spyOn(performance, "now").mockReturnValueOnce(30_001);
  expect(await early(as("hers"))).toBeNull();
});

test("an early answer from before a change is requested again", async () => {
  begun(Promise.resolve(new Response("early")));
  expect(await early({ ...as("hers"), method: "POST" })).toBeNull();
  expect(await early(as("hers"))).toBeNull();
});

test("a change at the address of an early answer is sent, and does not get that answer", async () => {
  begun(Promise.resolve(new Response("early")));
  expect(await early({ ...as("hers"), body: "{}" })).toBeNull();
});
