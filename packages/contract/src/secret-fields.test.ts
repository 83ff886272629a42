import { expect, test } from "vitest";
import { z } from "zod";
import { accountsEndpoints, purchaseEndpoints } from "./endpoints.ts";
import { maskSecrets, secret, textFields } from "./secret-fields.ts";

const calls = [...accountsEndpoints, ...purchaseEndpoints].filter(
  ({ access, isRead }) => ["person", "manager", "customer"].includes(access) && isRead,
);

/** Fields whose names look like secrets, and why they are none. */
const noSecrets: Readonly<Record<string, string>> = {
  code: "the outcome of a check, or the number of a refusal",
  decline_code: "the provider's word for a declined payment",
  postal_code: "part of a postal address",
  publishable_key: "the provider's public key, which every visitor gets",
  key_revoked_at: "a time",
  user_code: "repeats what the caller has typed",
  download: "the vendor's public page",
  link: "the vendor's public terms",
  reference: "the buyer's own text on an invoice, such as an order number",
  invoice_reference: "the buyer's own text on an invoice",
};
const looksSecret = /url|link|code|key|secret|token|reference|pdf|page|download|password|otp/;

test("R-36 every link, code and key in a reply that a view can read is marked as secret (FAULT-24)", () => {
  const open = calls.flatMap(({ name, reply }) =>
    textFields(reply)
      .map(({ path, isSecret }) => ({ path, isSecret, field: path.split(".").findLast((part) => part !== "[]") ?? "" }))
      .filter(({ field, isSecret }) => looksSecret.test(field) && !isSecret && noSecrets[field] === undefined)
      .map(({ path }) => `${name}: ${path}`),
  );
  expect(open).toEqual([]);
  const marked = calls.filter(({ reply }) => textFields(reply).some(({ isSecret }) => isSecret));
  expect(marked.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["listSeats", "listPersonalSeats", "listPurchases", "readAccountPage", "listDocuments"]),
  );
});

test("R-36 masks secrets in lists, records and unions, and nothing else (FAULT-24)", () => {
  const one = z.object({ id: z.string(), link: secret(z.string().nullable()), pin: secret(z.string()).optional() });
  const schema = z.object({ list: z.array(one), named: z.record(z.string(), one), either: z.union([one, z.string()]) });
  const row = { id: "a", link: "https://x.example/i/1", pin: "1" };
  const masked = maskSecrets(
    schema,
    schema.parse({ list: [row, { id: "b", link: null }], named: { n: row }, either: row }),
  );
  const hidden = { id: "a", link: null, pin: "hidden" };
  expect(masked).toEqual({ list: [hidden, { id: "b", link: null }], named: { n: hidden }, either: hidden });
});
