/**
 * The reference of a refresh: the library with its own memory in place of a database. Prints refresh tokens after its port, one for
 * each connection.
 */
import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import { Provider } from "oidc-provider";
import { openedAlone } from "./bare.ts";

const CLIENT = "tasklight";
const SCOPE = "openid email offline_access licenses";
const ISSUER = "http://127.0.0.1:4400";
const CONNECTIONS = Number(process.env["CONNECTIONS"]);
const off = { enabled: false };

// The library's notices about its defaults would precede the one line of standard output.
console.info = () => undefined;
console.warn = () => undefined;

const provider = new Provider(ISSUER, {
  clients: [
    {
      client_id: CLIENT,
      application_type: "native",
      token_endpoint_auth_method: "none",
      redirect_uris: ["http://127.0.0.1/callback"],
      grant_types: ["authorization_code", "refresh_token"],
      scope: SCOPE,
      id_token_signed_response_alg: "RS256",
    },
  ],
  scopes: SCOPE.split(" "),
  features: { devInteractions: off, dPoP: off, resourceIndicators: off },
  jwks: {
    keys: [
      {
        ...generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey.export({ format: "jwk" }),
        kid: "one",
        use: "sig",
        alg: "RS256",
      },
    ] as never,
  },
  findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ sub }) }),
  rotateRefreshToken: true,
  cookies: { keys: ["only for this bench"] },
});

async function refreshToken(n: number): Promise<string> {
  const accountId = `account-${n}`;
  const client = await provider.Client.find(CLIENT);
  if (!client) throw new Error("the library does not know its client");
  const grant = new provider.Grant({ accountId, clientId: CLIENT });
  grant.addOIDCScope(SCOPE);
  const grantId = await grant.save();
  const token = new provider.RefreshToken({
    accountId,
    client,
    grantId,
    scope: SCOPE,
    gty: "authorization_code",
  } as never);
  return token.save();
}

const tokens = await Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => refreshToken(n)));
const answer = provider.callback();
openedAlone(
  createServer((request, response) => void answer(request, response)),
  JSON.stringify(tokens),
);
