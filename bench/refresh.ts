import { createHash } from "node:crypto";
import { asOwner } from "./as-owner.ts";
import { type BareProcess, startBare } from "./bare.ts";
import { CONNECTIONS, judge, type Side } from "./judge.ts";
import type { Request } from "./load.ts";
import type { Figure } from "./part.ts";
import type { Product } from "./product.ts";

const SCOPE = "openid email offline_access licenses";
const tokenOf = (lane: number): string => `ar_bench${lane}`;

/** Refresh tokens of an app, one for each connection and person, as sign-ins leave them. */
const giveTokens = (ownerUrl: string): Promise<unknown> =>
  asOwner(ownerUrl, async (query) => {
    for (let lane = 0; lane < CONNECTIONS; lane++) {
      const [grantId, accountId] = [`gr_refresh${lane}`, `account-${2 + lane}`];
      await query(
        `insert into app_grants (id, account_id, app_id, scopes, created_at, last_used_at, expires_at)
         values ($1, $2, 'tasklight', $3, now(), now(), now() + interval '1 day')`,
        [grantId, accountId, SCOPE.split(" ")],
      );
      const payload = {
        kind: "RefreshToken",
        accountId,
        clientId: "tasklight",
        scope: SCOPE,
        gty: "authorization_code",
        iiat: Math.floor(Date.now() / 1_000),
      };
      await query(
        `insert into app_tokens (hash, kind, grant_id, payload, expires_at)
         values ($1, 'RefreshToken', $2, $3, now() + interval '1 day')`,
        [createHash("sha256").update(tokenOf(lane)).digest(), grantId, JSON.stringify(payload)],
      );
    }
  });

/** Each connection refreshes with the token of its last answer, from another address each time, because of the limit. */
function refreshing({ port, pid }: Pick<BareProcess, "port" | "pid">, path: string, first: readonly string[]): Side {
  const tokens = [...first];
  const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  return {
    port,
    pid,
    request: (n, lane): Request => ({
      method: "POST",
      path,
      headers: { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": addressOf(n) },
      body: `grant_type=refresh_token&client_id=tasklight&refresh_token=${tokens[lane]}`,
    }),
    answered: (body, lane) => {
      tokens[lane] = (JSON.parse(body.toString()) as { readonly refresh_token: string }).refresh_token;
    },
  };
}

/** Refreshes of an app's tokens against the same library with its tokens in memory. */
export async function refresh(product: Product): Promise<Figure> {
  await giveTokens(product.ownerUrl);
  const bare = await startBare("bare-provider.ts", { CONNECTIONS: String(CONNECTIONS) });
  try {
    const own = Array.from({ length: CONNECTIONS }, (_, lane) => tokenOf(lane));
    return await judge(
      "refresh",
      {
        ours: refreshing(product, "/oauth/token", own),
        bare: refreshing(bare, "/token", JSON.parse(bare.said) as string[]),
      },
      { rate: 0.8 },
    );
  } finally {
    bare.stop();
  }
}
