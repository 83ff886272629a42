import { createHmac } from "node:crypto";
import type { Surroundings } from "../services/service.ts";

/**
 * Returns the secret key of the payment sandbox's API. In production only this installation's processes know it: they derive
 * it from the service credential that they share.
 */
export function sandboxKeyOf({
  config,
  serviceCredential,
}: Pick<Surroundings, "config" | "serviceCredential">): string {
  if (!config.production) return "sk_test_sandbox";
  return `sk_test_${createHmac("sha256", serviceCredential).update("payment sandbox").digest("hex")}`;
}
