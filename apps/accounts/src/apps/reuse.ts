import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { Provider } from "oidc-provider";
import type { Deps } from "../deps.ts";
import { endGrant, findLiveGrant } from "../stores/grant-store.ts";
import { queueReuseNotice } from "../mail/send-account-notice.ts";
import { inTransaction } from "@foyer/service-kit/db";
import { recordSecurityEvent } from "../security-events/security-events.ts";
import { appsOf, NO_LONGER_LISTED } from "../grants/apps.ts";
import { originOf } from "./provider-request.ts";

/** True if the request uses the value: at the token endpoint, but not for revocation or introspection. */
export const isReuse = (): boolean => Provider.ctx?.oidc.route === "token";

/** True if the request continues a stored one. */
export const isResuming = (): boolean => Provider.ctx?.oidc.route === "resume";

/** True if that app makes the request. */
export const isClient = (id: unknown): boolean => Provider.ctx?.oidc.client?.clientId === id;

/** Ends the grant of a refresh token that was used after its grace, because it may be stolen. Notifies the person. */
export async function endReused(
  { db, clock, addJob, brand }: Pick<Deps, "db" | "clock" | "addJob" | "brand">,
  id: string,
): Promise<void> {
  const now = clock.now();
  const req = Provider.ctx?.req;
  await inTransaction(db, async (tx) => {
    const grant = await endGrant(tx, id, now);
    if (!grant) return;
    const app = appsOf(brand).get(grant.app_id)?.name ?? NO_LONGER_LISTED;
    const origin = req ? originOf(req) : null;
    const event = { kind: "app.token_reused" as const, accountId: grant.account_id, actor: null, target: grant.id };
    await recordSecurityEvent(tx, now, origin, { ...event, details: { app } });
    await queueReuseNotice(tx, addJob, grant.account_id, app, now);
  });
}

const seals = new WeakMap<object, Buffer>();

function sealOf(deps: Pick<Deps, "serviceCredential">, text: string): string {
  const key = seals.get(deps) ?? Buffer.from(hkdfSync("sha256", deps.serviceCredential, "", "foyer apps: values", 32));
  seals.set(deps, key);
  return createHmac("sha256", key).update(text).digest("base64url").slice(0, 22);
}

/**
 * Returns a code or refresh token with the id of its grant and a seal. So a spent value is recognized while the grant lives, and its
 * row can be deleted earlier.
 */
export function namingGrant(deps: Pick<Deps, "serviceCredential">, value: string, grantId: string): string {
  const named = `${value}.${grantId.replace(/^gr_/, "")}`;
  return `${named}.${sealOf(deps, named)}`;
}

/** Returns the id of the grant in a value of `namingGrant`; null for any other text. */
function grantNamedBy(deps: Pick<Deps, "serviceCredential">, value: string): string | null {
  const [, named, id, seal] = /^(a[cr]_[\w-]+\.(\w+))\.([\w-]{22})$/.exec(value) ?? [];
  if (named === undefined || id === undefined || seal === undefined) return null;
  return timingSafeEqual(Buffer.from(sealOf(deps, named)), Buffer.from(seal)) ? `gr_${id}` : null;
}

/** Ends the grant of a code or refresh token with a deleted row, when its app uses the value again. */
export async function endForgotten(
  deps: Pick<Deps, "db" | "clock" | "addJob" | "brand" | "serviceCredential">,
  value: string,
): Promise<void> {
  const id = isReuse() ? grantNamedBy(deps, value) : null;
  const grant = id === null ? null : await findLiveGrant(deps.db, id, deps.clock.now());
  if (grant && isClient(grant.app_id)) await endReused(deps, grant.id);
}
