import { readFileSync } from "node:fs";
import { rulesOf } from "@foyer/accounts/device-rules";
import { isRecurring } from "@foyer/contract/brand";
import { keyringOf } from "@foyer/service-kit/keyring";
import { brand } from "../../../../../brand/fernhill.ts";
import type { ImportDeps } from "../run-import.ts";
import { sandboxPayments } from "../sandbox-payments.ts";
import { knownSubscriptions } from "../sandbox-store.ts";

export const now = new Date("2026-11-21T12:00:00Z");

/** The demo vendor's terms for an import, with the payment sandbox. */
export const terms: ImportDeps["terms"] = {
  now,
  sandbox: true,
  plans: new Map(brand.plans.filter(isRecurring).map((plan) => [plan.id, { interval: plan.interval }])),
  activationRules: (productId) => rulesOf(brand, productId),
};

/** Dependencies of an import into that database, with the payment sandbox. */
export const importDeps = (databaseUrl: string): ImportDeps => ({
  databaseUrl,
  terms,
  keyring: keyringOf(["a key of this installation, 32 characters"]),
  payments: (tx) => sandboxPayments(tx, { plans: brand.plans, origin: "http://127.0.0.1:4400", now }),
  knownSubscriptions,
});

/** A file with each type of line, and how many lines it has of each. */
export const vendor = readFileSync(
  new URL("../../../../../packages/import-file/src/testing/vendor.jsonl", import.meta.url),
);
export const vendorCounts = { account: 7, license: 8, seat: 5, license_key: 3, upgrade: 1, subscription: 4 };

/** Returns lines, or the text of a file, as the bytes of a file. */
export const bytesOf = (lines: readonly object[] | string): Uint8Array =>
  new TextEncoder().encode(typeof lines === "string" ? lines : lines.map((line) => JSON.stringify(line)).join("\n"));
