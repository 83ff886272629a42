import { createHash } from "node:crypto";
import { ownFacts } from "@foyer/accounts/activation-store";
import type { AccountsTables } from "@foyer/accounts/tables";
import { findTokenHolder } from "@foyer/accounts/token-holder-store";
import { type AnyDatabase, openDatabase } from "@foyer/service-kit/db";
import { asOwner } from "./as-owner.ts";
import { startBare } from "./bare.ts";
import { tokenOf } from "./fill.ts";
import { judge } from "./judge.ts";
import { load, type Request } from "./load.ts";
import { type Figure, median, type Part } from "./part.ts";
import { activateDevices, fingerprintOf, type Product, startInProduction } from "./product.ts";
import { refresh } from "./refresh.ts";

const ROUNDS = 5;
const ROUND_MS = 900;
const DEVICES = 200;
const ACCOUNTS = 10_000;
const SMALL = 10_000;
const LARGE = 1_000_000;
const BUFFERS_MAX = 15;
const APP_TOKEN = "aa_bench";

// The first session has the large team, and the second one is staff.
const personOf = (n: number): number => 2 + (n % DEVICES);

/** Adds devices of other people, up to that number. */
const fillUp = ({ ownerUrl }: Product, count: number): Promise<void> =>
  asOwner(ownerUrl, async (query) => {
    await query(
      `insert into activations (id, license_id, seat_id, account_id, fingerprint, name, platform, created_at, last_seen_at)
       select 'filler-' || n, 'license-' || 1 + n % 999, 'filler-seat-' || n, 'account-' || n % $2, decode(md5(n::text), 'hex'),
         'Device ' || n, 'Linux', now(), date_trunc('day', now())
       from generate_series((select count(*) from activations), $1::int - 1) n`,
      [count, ACCOUNTS],
    );
    await query("vacuum analyze activations");
  });

/** An access token of an app for the third person, as its sign-in would leave it. */
const giveAppToken = ({ ownerUrl }: Product): Promise<void> =>
  asOwner(ownerUrl, async (query) => {
    await query(
      `insert into app_grants (id, account_id, app_id, scopes, created_at, last_used_at, expires_at)
       values ('gr_bench', 'account-2', 'tasklight', '{openid,email,licenses}', now(), now(), now() + interval '1 day')`,
    );
    const payload = {
      scope: "openid email licenses",
      kind: "AccessToken",
      clientId: "tasklight",
      accountId: "account-2",
      grantId: "gr_bench",
      gty: "authorization_code",
      iat: 0,
    };
    await query(
      `insert into app_tokens (hash, kind, grant_id, payload, expires_at) values ($1, 'AccessToken', 'gr_bench', $2, now() + interval '1 day')`,
      [createHash("sha256").update(APP_TOKEN).digest(), JSON.stringify(payload)],
    );
  });

const json = (token: string) => ({ authorization: `Bearer ${token}`, "content-type": "application/json" });

const validation =
  (ids: readonly string[]) =>
  (n: number): Request => ({
    method: "POST",
    path: `/api/1.1/activations/${ids[n % DEVICES]}/validate/`,
    headers: json(tokenOf(personOf(n % DEVICES))),
    body: JSON.stringify({ fingerprint: fingerprintOf(n % DEVICES) }),
  });

const p50 = async ({ port }: Product, ids: readonly string[]): Promise<number> =>
  (await load({ port, connections: 1, ms: ROUND_MS, request: validation(ids) })).p50Ms;

/** Validations against those of a hundredth of the devices, on the same product, before and after it is filled. */
async function scaled(product: Product, ids: readonly string[]): Promise<readonly Figure[]> {
  const measure = async (): Promise<number> => {
    await p50(product, ids);
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await p50(product, ids));
    return median(rounds);
  };
  await fillUp(product, SMALL);
  const small = await measure();
  await fillUp(product, LARGE);
  const large = await measure();
  const ratio = large / small;
  return [
    {
      what: "validate, 1,000,000 devices against 10,000",
      figure: `${ratio.toFixed(2)} × (p50 ${large.toFixed(2)} / ${small.toFixed(2)} ms)`,
      wanted: "≤ 1.25",
      holds: ratio <= 1.25,
    },
    await buffers(product, ids),
  ];
}

interface Explained {
  readonly Plan: { readonly "Shared Hit Blocks": number; readonly "Shared Read Blocks": number };
}

/** Buffers that a validation's select reads: `EXPLAIN` counts the same on every machine. */
async function buffers({ ownerUrl }: Product, ids: readonly string[]): Promise<Figure> {
  const places = {
    hash: createHash("sha256")
      .update(tokenOf(personOf(0)))
      .digest(),
    now: new Date(),
    id: ids[0] ?? "",
  };
  const database = openDatabase<AccountsTables>({ url: ownerUrl, role: null, schema: "accounts", max: 1 });
  let blocks = 0;
  const read: AnyDatabase["read"] = async ({ text, values }) => {
    // A connection's first use of an index reads one page more, so the second run counts.
    for (let run = 0; run < 2; run++) {
      const { rows } = await database.pool.query(`explain (analyze, buffers, format json) ${text}`, [...values]);
      const [{ Plan: plan }] = rows[0]["QUERY PLAN"] as [Explained];
      blocks = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
    }
    return [];
  };
  await findTokenHolder({ kysely: database.kysely, read }, places);
  const ofSession = blocks;
  await findTokenHolder({ kysely: database.kysely, read }, places, ownFacts);
  await database.close();
  return {
    what: "validate, buffers of its one select",
    figure: `${blocks}, of which the session's check reads ${ofSession}`,
    wanted: `≤ ${BUFFERS_MAX}`,
    holds: blocks <= BUFFERS_MAX,
  };
}

/** The most frequent calls of apps. */
export const apps: Part = {
  about:
    "validate and userinfo as in production against bare node:http with one prepared select, refresh against the library in memory, and validate at 1,000,000 devices",
  run: async () => {
    const product = await startInProduction({ accounts: ACCOUNTS, licenses: 1_000 });
    const bare = await startBare("bare-select.ts", { OWNER_URL: product.ownerUrl });
    try {
      const ids = await activateDevices(
        product,
        Array.from({ length: DEVICES }, (_, n) => personOf(n)),
      );
      await giveAppToken(product);
      const get = (path: string, headers: Record<string, string> = {}) => ({ method: "GET", path, headers });
      return [
        await judge(
          "validate",
          {
            ours: { ...product, request: validation(ids) },
            bare: { ...bare, request: (n) => get(`/activation/${ids[n % DEVICES]}`) },
          },
          { rate: 0.7 },
        ),
        await judge(
          "userinfo",
          {
            ours: { ...product, request: () => get("/oauth/userinfo", { authorization: `Bearer ${APP_TOKEN}` }) },
            bare: { ...bare, request: () => get("/account/account-2") },
          },
          { rate: 0.6 },
        ),
        await refresh(product),
        ...(await scaled(product, ids)),
      ];
    } finally {
      bare.stop();
      await product.system.close();
    }
  },
};
