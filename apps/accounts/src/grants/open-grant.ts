import type { BrandApp } from "@foyer/contract/brand-apps";
import type { Transaction } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { newId } from "../secrets/secret-values.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import { insertGrant } from "./grant-store.ts";

/** What a person allows an app. */
export interface NewGrant {
  readonly accountId: string;
  readonly app: BrandApp;
  readonly scopes: readonly string[];
  readonly deviceName: string | null;
}

/** Creates a grant and records it, in the transaction that locked the account. @returns its id. */
export async function openGrant(
  tx: Transaction<AccountsTables>,
  now: Date,
  { accountId, app, scopes, deviceName }: NewGrant,
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
    created_at: now,
    last_used_at: now,
    expires_at: after(now, lifetime),
  });
  await recordSecurityEvent(tx, now, origin, {
    kind: "app.allowed",
    accountId,
    actor: accountId,
    target: id,
    details: { app: app.name },
  });
  return id;
}
