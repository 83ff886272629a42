import { addressKey } from "@foyer/domain/addresses";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { consumeKey } from "../stores/mailed-secret-store.ts";
import { hashOf, newId, newToken } from "../secrets/secret-values.ts";
import { insertSignUp } from "../stores/sign-up-store.ts";

/** Exchanges the mailed key for the token that completes this sign-up. */
export async function confirmSignUpKey(deps: Deps, address: string, key: string): Promise<string> {
  const { db, clock } = deps;
  const now = clock.now();
  const token = newToken("su");
  const outcome = await inTransaction(db, async (tx) => {
    const consumed = await consumeKey(tx, now, address, key);
    if (consumed === "wrong" || consumed === "dead") return consumed;
    await insertSignUp(tx, {
      id: newId("sup"),
      email: consumed.address,
      email_key: addressKey(consumed.address),
      token_hash: hashOf(token),
      expires_at: after(now, lifetimes.signUp),
      used_at: null,
    });
    return "confirmed";
  });
  if (outcome === "wrong") refuse("signup.wrong_key", { field: "confirm_key" });
  if (outcome === "dead") refuse("signup.key_expired", { field: "confirm_key" });
  return token;
}
