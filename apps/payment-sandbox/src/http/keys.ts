import { createHash, timingSafeEqual } from "node:crypto";
import { Refusal } from "../wire/refusal.ts";

/** The secret key of trials, which everybody knows. */
export const TRIAL_KEY = "sk_test_sandbox";
const PUBLISHABLE_KEY = "pk_test_sandbox";

const digest = (key: string): Buffer => createHash("sha256").update(key).digest();

function keyOf(authorization: string | undefined, parameter: string | undefined): string | undefined {
  const [scheme, value] = (authorization ?? "").split(" ");
  if (scheme?.toLowerCase() === "bearer") return value;
  if (scheme?.toLowerCase() === "basic" && value) return Buffer.from(value, "base64").toString("utf8").split(":")[0];
  return parameter;
}

/** Whether a call uses the publishable key. Refuses keys that are not the sandbox's, such as live ones. */
export function isPublicKey(
  authorization: string | undefined,
  parameter: string | undefined,
  secretKey: string,
): boolean {
  const key = keyOf(authorization, parameter);
  if (!key) {
    throw new Refusal(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.",
    );
  }
  if (timingSafeEqual(digest(key), digest(secretKey))) return false;
  if (key === PUBLISHABLE_KEY) return true;
  const shown = `${key.slice(0, 7)}${"*".repeat(8)}`;
  throw new Refusal(401, `Invalid API Key provided: ${shown}`, { code: "api_key_invalid" });
}

export function refusePublic(): never {
  throw new Refusal(401, "This API call cannot be made with a publishable API key. Please use a secret API key.", {
    code: "secret_key_required",
  });
}
