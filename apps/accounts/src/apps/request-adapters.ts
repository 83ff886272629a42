import { type Adapter, type AdapterPayload, errors, Provider } from "oidc-provider";
import type { Payload } from "../db/app-tables.ts";
import type { Deps } from "../deps.ts";
import { after } from "../lifetimes.ts";
import { hashOf } from "../secrets/secret-values.ts";
import { browserHashesOf, browserHashOf } from "./browser-cookie.ts";
import { asProviderTime, authenticationOf } from "./provider-time.ts";
import {
  deleteBrowser,
  deleteRequest,
  findBrowserPayload,
  findBrowserSession,
  findRequest,
  saveBrowser,
  saveRequest,
} from "./request-store.ts";
import { isResuming } from "./reuse.ts";

type Base = Pick<Deps, "db" | "clock" | "config">;

/** Calls that the provider does not make for a kind of value, or that have no effect. */
export const unused = {
  findByUid: async (): Promise<undefined> => undefined,
  findByUserCode: async (): Promise<undefined> => undefined,
  destroy: async (): Promise<undefined> => undefined,
  consume: async (): Promise<undefined> => undefined,
  revokeByGrantId: async (): Promise<undefined> => undefined,
};

/** Returns a payload without the fields that its row has as columns, and without the named fields. */
export function without(payload: AdapterPayload, ...names: string[]): Payload {
  return Object.fromEntries(
    Object.entries(payload).filter(([name]) => !["jti", "exp", "iat", ...names].includes(name)),
  );
}

/**
 * Refuses to redirect to an address that the brand has taken from its app since the request began. The provider checks the
 * address only when the request begins.
 */
async function refuseMoved(payload: Payload): Promise<void> {
  const { params } = payload as { readonly params?: Readonly<Record<string, unknown>> };
  const { client_id: id, redirect_uri: address } = params ?? {};
  if (typeof id !== "string" || typeof address !== "string") return;
  const client = await Provider.ctx?.oidc.provider.Client.find(id);
  if (client?.redirectUriAllowed(address) === false) throw new errors.InvalidRedirectUri();
}

/** Requests of apps that wait for an answer. */
export function requests(deps: Base): Adapter {
  const { db, clock, config } = deps;
  return {
    ...unused,
    upsert: async (id, payload, expiresIn) => {
      const now = clock.now();
      await saveRequest(db, {
        hash: hashOf(id),
        // Not stored: the return address and the session contain secrets, the request's id and the browser's.
        payload: without(payload, "returnTo", "session"),
        browser_hash: browserHashOf(deps, Provider.ctx),
        created_at: now,
        expires_at: after(now, expiresIn ?? 0),
      });
    },
    find: async (id) => {
      const found = await findRequest(db, hashOf(id), clock.now());
      if (!found) return undefined;
      await refuseMoved(found.payload);
      const returnTo = `${config.publicOrigin}/oauth/authorize/${id}`;
      return { ...found.payload, kind: "Interaction", jti: id, returnTo, exp: asProviderTime(deps, found.expires_at) };
    },
    destroy: async (id) => {
      // A continuation that is loaded several times at once gives one code.
      if (!(await deleteRequest(db, hashOf(id)))) throw new errors.SessionNotFound("the request has been answered");
    },
  };
}

/** The provider's sessions. Each is valid as long as the portal session in which the browser last answered. */
export function browsers(deps: Base): Adapter {
  const { db, clock } = deps;
  return {
    ...unused,
    upsert: (id, payload, expiresIn) =>
      saveBrowser(db, hashOf(id), without(payload, "accountId", "loginTs", "amr"), after(clock.now(), expiresIn ?? 0)),
    find: async (id) => {
      const now = clock.now();
      const payload = await findBrowserPayload(db, hashOf(id), now);
      if (!payload) return undefined;
      // A request continues as the person who answered it, even if another person has answered another request since.
      const session = isResuming() ? null : await findBrowserSession(db, browserHashesOf(deps, Provider.ctx), now);
      const authentication = session && authenticationOf(deps, session);
      const login = authentication && {
        accountId: session.account_id,
        loginTs: authentication.at,
        amr: authentication.amr,
      };
      return { ...payload, ...login, kind: "Session", jti: id, exp: asProviderTime(deps, after(now, 3_600)) };
    },
    destroy: (id) => deleteBrowser(db, hashOf(id)),
  };
}
