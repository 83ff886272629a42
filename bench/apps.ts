import { spawn } from "node:child_process";
import { once } from "node:events";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { openPool } from "@foyer/service-kit/db";
import { tokenOf } from "./fill.ts";
import { load, type Request } from "./load.ts";
import { type Figure, median, type Part } from "./part.ts";
import { type Product, startProduct } from "./product.ts";

const ROUNDS = 5;
const ROUND_MS = 900;
const CONNECTIONS = 16;
const DEVICES = 200;
const ACCOUNTS = 10_000;
const SMALL = 10_000;
const LARGE = 1_000_000;
const APP_TOKEN = "aa_bench";

interface Bare {
  readonly port: number;
  stop(): void;
}

async function startBare(ownerUrl: string): Promise<Bare> {
  const script = fileURLToPath(new URL("bare-select.ts", import.meta.url));
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, OWNER_URL: ownerUrl },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [first] = (await once(child.stdout, "data")) as [Buffer];
  return { port: Number(first.toString().trim()), stop: () => child.kill("SIGTERM") };
}

const fingerprintOf = (n: number): string => `bench-fingerprint-${n}`;
// The first session has the large team, and the second one is staff.
const personOf = (n: number): number => 2 + (n % DEVICES);

/** Activates a device for each of some people. @returns the ids. */
async function activated({ system }: Product): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < DEVICES; n++) {
    const json = { product_id: "OUTLINE", fingerprint: fingerprintOf(n) };
    const { status, body } = await system.call("POST", "/api/1.1/activations/", { token: tokenOf(personOf(n)), json });
    if (status !== 201) throw new Error(`nothing was activated: ${JSON.stringify(body)}`);
    ids.push(body.activation.id);
  }
  return ids;
}

/** Runs statements as the database's owner. */
async function asOwner<T>(
  ownerUrl: string,
  work: (query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>) => Promise<T>,
) {
  const pool = openPool({ url: ownerUrl, role: null, schema: "accounts", max: 1 });
  try {
    return await work(async (text, values = []) => (await pool.query(text, values)).rows);
  } finally {
    await pool.end();
  }
}

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

async function perSecond(port: number, request: (n: number) => Request): Promise<number> {
  return (await load({ port, request, connections: CONNECTIONS, ms: ROUND_MS })).perSecond;
}

async function against(
  what: string,
  wanted: number,
  ours: { port: number; request: (n: number) => Request },
  bare: { port: number; request: (n: number) => Request },
): Promise<Figure> {
  for (const side of [ours, bare]) await perSecond(side.port, side.request);
  const rounds: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push([await perSecond(ours.port, ours.request), await perSecond(bare.port, bare.request)]);
  }
  const ratio = median(rounds.map(([one, other]) => one / other));
  const each = [0, 1].map((side) => Math.round(median(rounds.map((pair) => pair[side] ?? 0)))).join(" / ");
  return {
    what,
    figure: `${ratio.toFixed(2)} × bare (${each} a second)`,
    wanted: `≥ ${wanted} × bare`,
    holds: ratio >= wanted,
  };
}

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
async function scaled(product: Product, ids: readonly string[]): Promise<Figure> {
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
  return {
    what: "validate, 1,000,000 devices against 10,000",
    figure: `${ratio.toFixed(2)} × (p50 ${large.toFixed(2)} / ${small.toFixed(2)} ms)`,
    wanted: "≤ 1.25",
    holds: ratio <= 1.25,
  };
}

/** What apps ask most. */
export const apps: Part = {
  about: "validate and userinfo against bare node:http with one prepared select, and validate at 1,000,000 devices",
  run: async () => {
    const product = await startProduct({ accounts: ACCOUNTS, licenses: 1_000 });
    const bare = await startBare(product.ownerUrl);
    try {
      const ids = await activated(product);
      await giveAppToken(product);
      const get = (path: string, headers: Record<string, string> = {}) => ({ method: "GET", path, headers });
      return [
        await against(
          "validate",
          0.7,
          { port: product.port, request: validation(ids) },
          {
            port: bare.port,
            request: (n) => get(`/activation/${ids[n % DEVICES]}`),
          },
        ),
        await against(
          "userinfo",
          0.6,
          { port: product.port, request: () => get("/oauth/userinfo", json(APP_TOKEN)) },
          {
            port: bare.port,
            request: () => get("/account/account-2"),
          },
        ),
        await scaled(product, ids),
      ];
    } finally {
      bare.stop();
      await product.system.close();
    }
  },
};
