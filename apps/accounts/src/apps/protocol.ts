import { scopeNames } from "@foyer/contract/scopes";
import type { Configuration } from "oidc-provider";

/** The supported parts of OAuth and OpenID Connect and their paths, the same in every installation. */
export const protocol = {
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
