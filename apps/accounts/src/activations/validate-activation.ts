import type { ActivationHolder, Call, Person } from "@foyer/service-kit/call";
import type { validateActivation as declared } from "@foyer/contract/activations";
import type { ReplyInput } from "@foyer/contract/endpoint";
import { instantOf } from "@foyer/contract/wire-values";
import { activationCode, type ActivationCode, nextCheck } from "@foyer/domain/activations";
import { refuse } from "@foyer/service-kit/errors";
import { seenBy } from "../grants/apps.ts";
import type { Deps } from "../deps.ts";
import { isOwnOf } from "./free-activation.ts";
import { type ActivationFactsRow, dayOf, noteSeen, ownFacts, readActivation } from "../stores/activation-store.ts";

/** Returns the code that an app gets for its activation. */
export function codeOf(
  row: ActivationFactsRow,
  device: { readonly hash: Buffer; readonly appVersion: string | null },
  now: Date,
): ActivationCode {
  return activationCode(
    {
      // The caller is authenticated or the row is locked, so the account is open.
      isAccountOpen: true,
      isKeyRevoked: row.key_revoked,
      subscriptionActive: row.subscription_active,
      expiresAt: row.expires_at,
      holdsSeat: row.holds_seat,
      isEnded: row.ended_at !== null || row.key_ended,
      fingerprintMatches: row.fingerprint.equals(device.hash),
      appVersion: device.appVersion,
      productId: row.product_id,
    },
    now,
  );
}

type Declared = typeof declared;

async function factsFor(deps: Deps, caller: Person | ActivationHolder, now: Date): Promise<ActivationFactsRow> {
  if (caller.kind === "person") {
    const own = ownFacts.of(caller);
    return own && seenBy(deps, caller, [own]).length > 0 ? own : refuse("object.not_found");
  }
  const row = await readActivation(deps.db, caller.activationId, now);
  return row && isOwnOf(deps, caller, row) ? row : refuse("object.not_found");
}

/** Returns whether an own activation can be used, and records the day of use. Activations of other people are not found. */
export async function validateActivation(
  deps: Deps,
  { body, caller }: Pick<Call<Declared>, "body" | "caller">,
): Promise<ReplyInput<Declared>> {
  const { db, clock, licenseSecrets } = deps;
  const now = clock.now();
  const row = await factsFor(deps, caller, now);
  const hash = await licenseSecrets.hashFingerprint(body.fingerprint);
  const appVersion = body.app_version ?? null;
  const code = codeOf(row, { hash, appVersion: appVersion ?? row.app_version }, now);
  const today = dayOf(now);
  const isNews = row.last_seen_at < today || (appVersion !== null && appVersion !== row.app_version);
  if (code === "VALID" && isNews && !(caller.kind === "person" && caller.viewOnly))
    await noteSeen(db, row.id, today, appVersion);
  return {
    valid: code === "VALID",
    code,
    valid_until: row.valid_until && instantOf(row.valid_until),
    next_check: instantOf(nextCheck(code, row.valid_until, now)),
  };
}
