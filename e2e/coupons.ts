import { randomBytes } from "node:crypto";
import type { RunningSystem } from "@foyer/testing/running-system";

/** Calls the payment sandbox as the vendor does in the provider's dashboard. */
async function atProvider(system: RunningSystem, path: string, fields: Record<string, string>): Promise<string> {
  const answer = await fetch(`${system.url}/sandbox/stripe/v1/${path}`, {
    method: "POST",
    headers: { authorization: "Bearer sk_test_sandbox" },
    body: new URLSearchParams(fields),
  });
  const { id } = (await answer.json()) as { id?: string };
  if (id === undefined) throw new Error(`the provider refuses ${path}: ${answer.status}`);
  return id;
}

/** Makes a code with a coupon, half off every invoice unless `terms` say otherwise. Returns the code. */
export async function newCode(system: RunningSystem, terms: Record<string, string> = {}): Promise<string> {
  const coupon = await atProvider(system, "coupons", {
    name: "Launch",
    duration: "forever",
    percent_off: "50",
    ...terms,
  });
  const code = `LAUNCH-${randomBytes(4).toString("hex").toUpperCase()}`;
  await atProvider(system, "promotion_codes", { "promotion[type]": "coupon", "promotion[coupon]": coupon, code });
  return code;
}
