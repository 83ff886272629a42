import { type Adapter, type AdapterPayload, errors, Provider } from "oidc-provider";
import { timeIn } from "@foyer/service-kit/point-read";
import type { AppTokenKind, Payload } from "../db/app-tables.ts";
import type { Deps } from "../deps.ts";
import { endGrant } from "../stores/grant-store.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { hashOf } from "../secrets/secret-values.ts";
import { appsOf, listedScopes } from "../grants/apps.ts";
import { consumeDeviceCode, insertDeviceCode, pollDeviceCode } from "./device-store.ts";
import { clientIpOf } from "./provider-request.ts";
import { asProviderTime } from "./provider-time.ts";
import { grantOf, noteRefresh, type ProviderGrant, refreshUnderWay } from "./refresh-memo.ts";
import { readRefresh, writeRefresh } from "./refresh-store.ts";
import { browsers, requests, unused, without } from "./request-adapters.ts";
import { endForgotten, endReused, isClient, isReuse } from "./reuse.ts";
import { consumeToken, deleteToken, findToken, insertToken, type NewToken } from "../stores/app-token-store.ts";

// The provider uses the machine's clock, and the stored times use the database's. Each time that the provider reads is
// shifted by the difference, so that both agree on what has expired.

type Base = Pick<Deps, "database" | "db" | "clock" | "addJob" | "config" | "brand" | "serviceCredential">;

const notServed = async (): Promise<undefined> => undefined;

/** Stores the provider's codes, tokens and requests in our tables, opaque values only as hashes. */
export function adapterOf(deps: Base): (model: string) => Adapter {
  return (model) => {
    switch (model) {
      case "AuthorizationCode":
      case "AccessToken":
        return codesAndAccessTokens(deps, model);
      case "RefreshToken":
        return refreshTokens(deps);
      case "Grant":
        return grants(deps);
      case "DeviceCode":
        return deviceCodes(deps);
      case "Interaction":
        return requests(deps);
      case "Session":
        return browsers(deps);
      case "Client":
        // Only the brand lists apps.
        return { ...unused, upsert: notServed, find: notServed };
      default:
        throw new Error(`values of the kind ${model} are not stored`);
    }
  };
}

/** Returns a stored payload without the scopes that the brand has taken from its app since. */
function withListed(deps: Base, payload: Payload): Payload {
  const { clientId, scope } = payload;
  if (typeof clientId !== "string" || typeof scope !== "string") return payload;
  return { ...payload, scope: listedScopes(deps, clientId, scope.split(" ")).join(" ") };
}

/** False for a value of an app that the brand no longer lists. */
const isListed = ({ brand }: Base, { clientId }: Payload): boolean =>
  typeof clientId === "string" && appsOf(brand).has(clientId);

/** Grace of values that may be used only once. */
const NO_GRACE = -1;

/** Returns the value as unused while its grace lasts. */
function consumedAt(deps: Base, at: Date | null, grace: number): { consumed?: number } {
  if (at === null || deps.clock.now() <= after(at, grace)) return {};
  return { consumed: asProviderTime(deps, at) };
}

function newToken(deps: Base, kind: AppTokenKind, id: string, payload: AdapterPayload, expiresIn: number): NewToken {
  if (payload.grantId === undefined) throw new Error(`a ${kind} without a grant`);
  const expires_at = after(deps.clock.now(), expiresIn);
  return { hash: hashOf(id), kind, grant_id: payload.grantId, payload: without(payload, "grantId"), expires_at };
}

function codesAndAccessTokens(deps: Base, kind: "AuthorizationCode" | "AccessToken"): Adapter {
  const { db, clock } = deps;
  return {
    ...unused,
    upsert: async (id, payload, expiresIn = 0) => {
      const token = newToken(deps, kind, id, payload, expiresIn);
      const refresh = refreshUnderWay();
      if (!refresh?.successor) return insertToken(db, clock.now(), token);
      const isWritten = await writeRefresh(db, clock.now(), refresh.hash, refresh.successor, token);
      if (!isWritten) throw new errors.InvalidGrant("the grant has ended");
    },
    find: async (id) => {
      const now = clock.now();
      const token = await findToken(db, kind, hashOf(id), now);
      if (!token) {
        if (kind === "AuthorizationCode") await endForgotten(deps, id);
        return undefined;
      }
      if (!isListed(deps, token.payload)) return undefined;
      const { payload, grant_id: grantId, expires_at: end, consumed_at: spentAt } = token;
      const spent = consumedAt(deps, spentAt, NO_GRACE);
      // The provider notices a code's second use only if the code has not expired and the verifier is right.
      if (spent.consumed !== undefined && isReuse() && isClient(payload["clientId"])) await endGrant(db, grantId, now);
      return { ...withListed(deps, payload), jti: id, grantId, exp: asProviderTime(deps, end), ...spent };
    },
    consume: async (id) => {
      // A code may be used once, also by concurrent requests.
      if (await consumeToken(db, kind, hashOf(id), clock.now())) return;
      const token = await findToken(db, kind, hashOf(id), clock.now());
      if (token) await endGrant(db, token.grant_id, clock.now());
      throw new errors.InvalidGrant("the code has been used");
    },
    destroy: (id) => deleteToken(db, kind, hashOf(id)),
  };
}

/** Refresh tokens. A refresh is one select and one statement that writes; the provider's other reads use the result of the select. */
function refreshTokens(deps: Base): Adapter {
  const { db, clock } = deps;
  const kind = "RefreshToken";
  return {
    ...unused,
    upsert: async (id, payload, expiresIn = 0) => {
      const token = newToken(deps, kind, id, payload, expiresIn);
      const refresh = refreshUnderWay();
      if (refresh) refresh.successor = token;
      else await insertToken(db, clock.now(), token);
    },
    find: async (id) => {
      const hash = hashOf(id);
      const read = await readRefresh(deps.database, hash, clock.now());
      if (!read) {
        await endForgotten(deps, id);
        return undefined;
      }
      if (!isListed(deps, read.payload)) return undefined;
      const { payload, grant_id: grantId } = read;
      const spent = consumedAt(deps, timeIn(read.consumed_at), lifetimes.appGrace);
      if (isReuse()) {
        if (spent.consumed !== undefined) await endReused(deps, grantId);
        else noteRefresh(hash, read);
      }
      const exp = asProviderTime(deps, new Date(read.expires_at));
      return { ...withListed(deps, payload), jti: id, grantId, exp, ...spent };
    },
    // Written with the access token. It may be used again within its grace.
    consume: notServed,
    destroy: (id) => deleteToken(db, kind, hashOf(id)),
  };
}

function grantPayload(deps: Base, { id, account_id, app_id, scopes, expires_at }: ProviderGrant): AdapterPayload {
  return {
    kind: "Grant",
    jti: id,
    accountId: account_id,
    clientId: app_id,
    openid: { scope: listedScopes(deps, app_id, scopes).join(" ") },
    exp: asProviderTime(deps, expires_at),
  };
}

function grants(deps: Base): Adapter {
  const { db, clock } = deps;
  return {
    ...unused,
    upsert: () => Promise.reject(new Error("grants are written by their own store")),
    find: async (id) => {
      const grant = await grantOf(deps, id);
      return grant ? grantPayload(deps, grant) : undefined;
    },
    // A token ends with its grant.
    destroy: async (id) => void (await endGrant(db, id, clock.now())),
  };
}

function deviceCodes(deps: Base): Adapter {
  const { db, clock } = deps;
  return {
    ...unused,
    upsert: async (id, payload, expiresIn) => {
      const now = clock.now();
      const params = payload.params ?? {};
      const name = params["device_name"];
      await insertDeviceCode(db, {
        hash: hashOf(id),
        user_code_hash: hashOf(payload.userCode ?? ""),
        app_id: payload.clientId ?? "",
        payload: JSON.stringify(without(payload, "userCode", "deviceInfo")),
        device_name: typeof name === "string" && name !== "" ? name : null,
        ip: clientIpOf(Provider.ctx?.req),
        created_at: now,
        expires_at: after(now, expiresIn ?? 0),
        polled_at: null,
        grant_id: null,
        denied_at: null,
        consumed_at: null,
      });
    },
    find: async (id) => {
      const appId = Provider.ctx?.oidc.client?.clientId ?? null;
      const code = await pollDeviceCode(db, hashOf(id), appId, clock.now());
      if (!code) return undefined;
      if (code.too_soon) throw new errors.SlowDown();
      return {
        ...withListed(deps, code.payload),
        jti: id,
        ...(code.grant_id === null ? {} : { grantId: code.grant_id }),
        exp: asProviderTime(deps, code.expires_at),
        // A refusal can be repeated: nothing is given out with it.
        ...(code.denied_at === null
          ? consumedAt(deps, code.consumed_at, lifetimes.appGrace)
          : { error: "access_denied" }),
      };
    },
    consume: async (id) => void (await consumeDeviceCode(db, hashOf(id), clock.now())),
  };
}
