import type { BrandApp } from "@foyer/contract/brand-apps";
import type { Tx } from "../db/schema.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { newId } from "../secrets/secret-values.ts";
import { type Origin, recordOwnEvent } from "../security-events/security-events.ts";
import { extendGrant, insertGrant } from "../stores/grant-store.ts";

/** A grant to be created. */
export interface NewGrant {
  readonly accountId: string;
  readonly app: BrandApp;
  readonly scopes: readonly string[];
  readonly deviceName: string | null;
  /** The portal session in which she allows it; null for a device. */
  readonly sessionId: string | null;
}

/** Creates a grant and records it, in the transaction that locked the account. @returns its id. */
export async function openGrant(
  tx: Tx,
  now: Date,
  { accountId, app, scopes, deviceName, sessionId }: NewGrant,
  origin: Origin,
): Promise<string> {
  const id = newId("gr");
  const lifetime = scopes.includes("offline_access") ? lifetimes.appGrant : lifetimes.appGrantOnce;
  await insertGrant(tx, {
    id,
    account_id: accountId,
    app_id: app.id,
    scopes: [...scopes],
    device_name: deviceName,
    session_id: sessionId,
    created_at: now,
    last_used_at: now,
    expires_at: after(now, lifetime),
  });
  await recordOwnEvent(tx, now, origin, accountId, "app.allowed", { target: id, details: { app: app.name } });
  return id;
}

/**
 * Extends the grant that the app has in this session for the same scopes. A page that renews its tokens silently would otherwise
 * exceed the limit of grants, and each renewal would end the grant of another device.
 *
 * @returns its id, or null without such a grant.
 */
export function renewGrant(tx: Tx, now: Date, wanted: NewGrant): Promise<string | null> {
  const { accountId, app, scopes, sessionId } = wanted;
  // A silent request gets no refresh token, so its grant need not outlive the access token for long.
  const until = after(now, lifetimes.appGrantOnce);
  return extendGrant(tx, now, until, { account_id: accountId, app_id: app.id, session_id: sessionId, scopes });
}
