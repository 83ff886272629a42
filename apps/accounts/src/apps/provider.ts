import { hkdfSync, timingSafeEqual } from "node:crypto";
import { type Configuration, type KoaContextWithOIDC, Provider } from "oidc-provider";
import { scopeNames } from "@foyer/contract/scopes";
import type { Deps } from "../deps.ts";
import { lifetimes } from "../lifetimes.ts";
import { adapterOf } from "./adapter.ts";
import { ASKED, FAULT } from "./authorize-query.ts";
import { type Apps, appsOf } from "../grants/apps.ts";
import { grantOf, providerAccount } from "./refresh-memo.ts";
import { clientOf, secretHash } from "./clients.ts";
import { checkDeviceName, checkRequest, policy } from "./policy.ts";
import { endSessionScreen } from "./end-session.ts";
import { correct, corsGuard, tagTokens } from "./provider-middleware.ts";
import { clientIpOf, holdFailures, pageWanted } from "./provider-request.ts";
import { logRefusals } from "./refusal-log.ts";
import type { PrivateJwk } from "./signing-keys.ts";
import { adoptPortalSession, silentGrant } from "./silent-grant.ts";

function refuseByPage(ctx: KoaContextWithOIDC): void {
  pageWanted.set(ctx.req, true);
  ctx.respond = false;
}

/** The supported parts of OAuth and OpenID Connect and their paths, the same in every installation. */
const protocol = {
  scopes: scopeNames,
  claims: {
    openid: ["sub", "sid", "auth_time", "amr"],
    profile: ["preferred_username"],
    email: ["email", "email_verified"],
    licenses: ["licenses"],
  },
  conformIdTokenClaims: false,
  responseTypes: ["code"],
  subjectTypes: ["public"],
  clientAuthMethods: ["client_secret_basic", "client_secret_post", "none"],
  pkce: { required: () => true },
  enabledJWA: {
    idTokenSigningAlgValues: ["RS256", "EdDSA"],
    requestObjectSigningAlgValues: [],
    userinfoSigningAlgValues: [],
    introspectionSigningAlgValues: [],
    authorizationSigningAlgValues: [],
    clientAuthSigningAlgValues: [],
  },
  routes: {
    authorization: "/oauth/authorize",
    code_verification: "/device",
    device_authorization: "/oauth/device_authorization",
    end_session: "/oauth/end_session",
    introspection: "/oauth/introspect",
    jwks: "/oauth/jwks",
    revocation: "/oauth/revoke",
    token: "/oauth/token",
    userinfo: "/oauth/userinfo",
  },
  allowOmittingSingleRegisteredRedirectUri: false,
  expiresWithSession: () => false,
  revokeGrantPolicy: () => true,
  clockTolerance: 0,
} satisfies Configuration;

/** Returns the seconds until that time, at least one. */
const secondsTo = (deps: Pick<Deps, "clock">, end: Date): number =>
  Math.max(1, Math.floor((end.getTime() - deps.clock.now().getTime()) / 1_000));

function lifetimesOf(deps: Deps): NonNullable<Configuration["ttl"]> {
  return {
    AccessToken: lifetimes.appAccessToken,
    AuthorizationCode: lifetimes.appCode,
    DeviceCode: lifetimes.appDeviceCode,
    IdToken: lifetimes.appIdToken,
    Interaction: lifetimes.appRequest,
    Session: lifetimes.session,
    Grant: lifetimes.appGrant,
    RefreshToken: (ctx) => {
      const end = grantEnds.get(ctx.req);
      return Math.min(lifetimes.appIdle, end ? secondsTo(deps, end) : lifetimes.appIdle);
    },
  };
}

const grantEnds = new WeakMap<object, Date>();

/** True if the grant of a code allows a refresh token. Stores the grant's end for the token's lifetime. */
async function staysSignedIn(deps: Deps, ctx: KoaContextWithOIDC, grantId: string | undefined): Promise<boolean> {
  const grant = grantId === undefined ? null : await grantOf(deps, grantId);
  if (!grant) return false;
  grantEnds.set(ctx.req, grant.expires_at);
  return grant.scopes.includes("offline_access");
}

const unused = { enabled: false };

function featuresOf(apps: Apps): NonNullable<Configuration["features"]> {
  return {
    devInteractions: unused,
    dPoP: unused,
    pushedAuthorizationRequests: unused,
    resourceIndicators: unused,
    claimsParameter: unused,
    clientCredentials: unused,
    backchannelLogout: unused,
    userinfo: { enabled: true },
    deviceFlow: {
      enabled: true,
      charset: "base-20",
      mask: "****-****",
      deviceInfo: (ctx) => ({ ip: clientIpOf(ctx.req) }),
      // The portal's screen asks, so the provider's pages are off.
      userCodeInputSource: refuseByPage,
      userCodeConfirmSource: refuseByPage,
      successSource: refuseByPage,
    },
    introspection: {
      enabled: true,
      // Only about its own tokens, and only to an authenticated app.
      allowedPolicy: (_ctx, client, token) =>
        apps.get(client.clientId)?.kind === "web" &&
        client.clientAuthMethod !== "none" &&
        token.clientId === client.clientId,
    },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    rpInitiatedLogout: { enabled: true, logoutSource: refuseByPage, postLogoutSuccessSource: refuseByPage },
  };
}

function configurationOf(deps: Deps, apps: Apps, keys: readonly PrivateJwk[]): Configuration {
  const { config, serviceCredential } = deps;
  const isSecure = config.publicOrigin.startsWith("https:");
  const cookieKey = Buffer.from(hkdfSync("sha256", serviceCredential, "", "foyer apps: cookies", 32)).toString("hex");
  const prefix = isSecure ? "__Secure-" : "";
  const cookie = { httpOnly: true, sameSite: "lax" as const, secure: isSecure, overwrite: true };
  return {
    adapter: adapterOf(deps),
    clients: [...apps.values()].map((app) => clientOf(app, deps.appSecrets)),
    features: featuresOf(apps),
    jwks: { keys: [...keys] },
    ...protocol,
    cookies: {
      keys: [cookieKey],
      names: {
        session: `${prefix}foyer-app-session`,
        interaction: `${prefix}foyer-app-request`,
        resume: `${prefix}foyer-app-resume`,
      },
      long: cookie,
      short: cookie,
    },
    ttl: lifetimesOf(deps),
    extraParams: { device_name: checkDeviceName, [FAULT]: checkRequest, [ASKED]: null },
    interactions: {
      policy: policy(),
      // The portal's screen that asks about the request.
      url: (_ctx, interaction) => `/authorize?${new URLSearchParams({ request: interaction.uid }).toString()}`,
    },
    findAccount: (ctx, sub, token) => {
      const grantId = token && "grantId" in token ? token.grantId : undefined;
      return providerAccount(deps, sub, apps.get(ctx.oidc.client?.clientId ?? ""), grantId);
    },
    loadExistingGrant: async (ctx) => {
      const chosen = (ctx.oidc.result as { consent?: { grantId?: string } } | undefined)?.consent?.grantId;
      const id = chosen ?? (await silentGrant(deps, apps, ctx));
      return id === null ? undefined : ctx.oidc.provider.Grant.find(id);
    },
    issueRefreshToken: (ctx, _client, code) => staysSignedIn(deps, ctx, code.grantId),
    rotateRefreshToken: async (ctx) => {
      await staysSignedIn(deps, ctx, ctx.oidc.entities.RefreshToken?.grantId);
      return true;
    },
    renderError: refuseByPage,
    clientBasedCORS: (_ctx, origin, client) => apps.get(client.clientId)?.origins?.includes(origin) ?? false,
  };
}

/** Creates an OpenID provider of the brand's apps that signs with these keys. */
export function newProvider(deps: Deps, keys: readonly PrivateJwk[]): Provider {
  const apps = appsOf(deps.brand);
  const provider = new Provider(deps.config.publicOrigin, configurationOf(deps, apps, keys));
  provider.proxy = true;
  // The provider gets only the hash of a secret.
  provider.Client.prototype.compareClientSecret = function compare(actual: string): boolean {
    const wanted = Buffer.from(this.clientSecret ?? "");
    const given = Buffer.from(secretHash(actual));
    return wanted.length === given.length && timingSafeEqual(wanted, given);
  };
  tagTokens(provider, deps);
  adoptPortalSession(provider, deps);
  logRefusals(provider, deps);
  // Runs first, around all others.
  holdFailures(provider);
  provider.use(corsGuard(apps) as never);
  provider.use(endSessionScreen(deps) as never);
  provider.use(correct as never);
  // Otherwise Koa writes it to the console.
  const failed = (error: Error): void => deps.log.error({ err: error }, "a request of an app failed");
  // The types do not declare this event of Koa.
  provider.on("error" as never, failed as never);
  return provider;
}
