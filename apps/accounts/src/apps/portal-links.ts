import { isScreenPath } from "@foyer/contract/screen-paths";
import type { SignedIn } from "@foyer/contract/sign-in";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { clientNetwork } from "@foyer/service-kit/rate-limit";
import type { Deps } from "../deps.ts";
import { findLiveGrant } from "../stores/grant-store.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { findAccountForShare, readAccountInfo } from "../stores/account-store.ts";
import { userInfoWire } from "../sessions/person-wire.ts";
import { hashOf, newId, newToken } from "../secrets/secret-values.ts";
import { eventRow, type Origin } from "../security-events/security-events.ts";
import { type Opener, tokenWire } from "../sessions/open-session.ts";
import { insertSession } from "../stores/session-store.ts";
import { appsOf } from "../grants/apps.ts";
import { insertPortalLink, takePortalLink } from "./request-store.ts";

const linksOfGrant = { limit: 30, windowSeconds: 60 } as const;
const triesOfNetwork = { limit: 30, windowSeconds: 60 } as const;

/** True for a route of the portal. False for texts that a browser reads as another site's address. */
function isPortalPath(path: string, origin: string): boolean {
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(path) || path.includes("\\") || !URL.canParse(path, origin)) return false;
  const { origin: leadsTo, pathname } = new URL(path, origin);
  return leadsTo === new URL(origin).origin && path.startsWith(pathname) && isScreenPath(pathname);
}

/** Returns an address that opens the portal once within 60 s, signed in as the app's user. */
export async function createPortalLink(
  { db, clock, config, limiter }: Deps,
  person: Person,
  path: string,
): Promise<{ url: string; expires_in: number }> {
  if (!person.app) refuse("permission.denied", { reason: "not_an_app" });
  if (!isPortalPath(path, config.publicOrigin)) refuse("input.invalid", { field: "path", reason: "portal_path" });
  await limiter.take(`portal-link:${person.app.grantId}`, linksOfGrant);
  const code = newToken("pl");
  await insertPortalLink(db, {
    hash: hashOf(code),
    grant_id: person.app.grantId,
    path,
    expires_at: after(clock.now(), lifetimes.portalLink),
    used_at: null,
  });
  const query = new URLSearchParams({ code }).toString();
  return { url: `${config.publicOrigin}/from-app?${query}`, expires_in: lifetimes.portalLink };
}

/** Opens a session of one hour for the code of a link, without refresh, proof of the password or staff rights. */
export async function openPortalLink(deps: Deps, code: string, origin: Origin & Opener) {
  const { db, clock, limiter, brand } = deps;
  await limiter.take(`portal-link-open:${clientNetwork(origin.ip)}`, triesOfNetwork);
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const link = (await takePortalLink(tx, hashOf(code), now)) ?? refuse("portal_link.dead");
    const grant = (await findLiveGrant(tx, link.grant_id, now)) ?? refuse("portal_link.dead");
    const app = appsOf(brand).get(grant.app_id) ?? refuse("portal_link.dead");
    const account = (await findAccountForShare(tx, grant.account_id)) ?? refuse("portal_link.dead");
    const end = after(now, lifetimes.portalFromApp);
    const token = newToken("at");
    const ends = { access_expires_at: end, refresh_expires_at: end };
    const session = {
      ...ends,
      id: newId("ses"),
      access_hash: hashOf(token),
      refresh_hash: null,
      ends_at: end,
      proved_at: new Date(0),
      started_at: now,
      refreshed_at: now,
      user_agent: origin.userAgent,
      ip: origin.ip,
      viewed_by: null,
      amr: [],
      app_grant_id: grant.id,
    };
    const by = { accountId: account.id, actor: account.id, target: session.id };
    const event = eventRow(now, origin, { kind: "app.opened_portal", ...by, details: { app: app.name } });
    if (!(await insertSession(tx, account, session, { event }))) refuse("portal_link.dead");
    const info = (await readAccountInfo(tx, account.id, now)) ?? refuse("portal_link.dead");
    const signedIn: SignedIn = {
      token: tokenWire({ access: token, refresh: "" }, ends, now),
      userinfo: userInfoWire(info, { signInAgain: info.is_staff }),
    };
    return { ...signedIn, path: link.path, app: { id: app.id, name: app.name } };
  });
}
