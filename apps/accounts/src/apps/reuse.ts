import { Provider } from "oidc-provider";
import type { Deps } from "../deps.ts";
import { endGrant } from "../grants/grant-store.ts";
import { queueReuseNotice } from "../mail/send-account-notice.ts";
import { inTransaction } from "@foyer/service-kit/db";
import { recordSecurityEvent } from "../security-events/security-events.ts";
import { appsOf } from "./apps.ts";
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
    const app = appsOf(brand).get(grant.app_id)?.name ?? grant.app_id;
    const origin = req ? originOf(req) : null;
    const event = { kind: "app.token_reused" as const, accountId: grant.account_id, actor: null, target: grant.id };
    await recordSecurityEvent(tx, now, origin, { ...event, details: { app } });
    await queueReuseNotice(tx, addJob, grant.account_id, app, now);
  });
}
