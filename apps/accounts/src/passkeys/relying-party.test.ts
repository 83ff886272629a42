import { expect, test } from "vitest";
import { relyingPartyOf } from "./relying-party.ts";

test.each([
  ["https://account.example.com", { id: "account.example.com", origin: "https://account.example.com" }],
  ["https://account.example.com:8443", { id: "account.example.com", origin: "https://account.example.com:8443" }],
  ["http://127.0.0.1:8080", { id: "localhost", origin: "http://localhost:8080" }],
  ["http://[::1]:8080", { id: "localhost", origin: "http://localhost:8080" }],
  ["http://localhost:8080", { id: "localhost", origin: "http://localhost:8080" }],
  ["https://192.0.2.7", null],
  ["https://[2001:db8::1]", null],
  ["http://account.example.com", null],
])("KEY-01 the relying party of %s", (origin, party) => {
  expect(relyingPartyOf(origin)).toEqual(party);
});
