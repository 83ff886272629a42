import { randomBytes } from "node:crypto";
import { usernameOf } from "./fill.ts";
import type { Request } from "./load.ts";
import { PASSWORD } from "./product.ts";

/** One kind of attack, at a steady rate. */
export interface Attack {
  readonly name: string;
  readonly perSecond: number;
  /** The `n`th request. */
  readonly request: (n: number) => Request;
}

/** Number of connections that each send a byte a second and never a complete request. */
export const SLOW_CONNECTIONS = 2_000;
export const slowConnections = `${SLOW_CONNECTIONS.toLocaleString("en")} slow connections`;

const JSON_BODY = { "content-type": "application/json" };

/** One of 60,000 networks. */
const from = (n: number): Readonly<Record<string, string>> => ({
  "x-forwarded-for": `198.${18 + (n % 2)}.${(n >> 1) % 256}.${(n >> 9) % 250}`,
});

const signIn = (username: string, password: string, n: number): Request => ({
  method: "POST",
  path: "/api/1.1/signin/",
  headers: { ...JSON_BODY, ...from(n) },
  body: JSON.stringify({ username, password }),
});

const MEGABYTE = "x".repeat(1_040_000);
const NESTED = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;

/** As large as a body may be, and deeper than any valid body. */
const largeBody = (n: number): Request => ({
  method: "POST",
  path: "/api/1.1/signin/",
  headers: { ...JSON_BODY, ...from(n) },
  body: n % 2 === 0 ? JSON.stringify({ username: MEGABYTE, password: "x" }) : `{"username":${NESTED}}`,
});

const report = (n: number): Request => ({
  method: "POST",
  path: n % 2 === 0 ? "/err" : "/csp-report",
  headers: { ...from(n), "content-type": n % 2 === 0 ? "application/json" : "application/csp-report" },
  body:
    n % 2 === 0
      ? JSON.stringify({ message: `failure ${n}`, path: "/", more: "x".repeat(60_000) })
      : JSON.stringify({
          "csp-report": { "blocked-uri": `https://evil.example/${n}`, "script-sample": "x".repeat(60_000) },
        }),
});

const unsignedEvent = (n: number): Request => ({
  method: "POST",
  path: "/api/v2/webhook",
  headers: { ...JSON_BODY, ...from(n), ...(n % 2 === 0 ? {} : { "stripe-signature": `t=1,v1=${"0".repeat(64)}` }) },
  body: JSON.stringify({ id: `evt_${n}`, type: "invoice.paid", data: { object: { note: "x".repeat(50_000) } } }),
});

export const attacks: readonly Attack[] = [
  {
    name: "sign-ins with the right password",
    perSecond: 50,
    request: (n) => signIn(usernameOf(n % 9_000), PASSWORD, n),
  },
  {
    name: "guesses at one account",
    perSecond: 200,
    request: (n) => signIn(usernameOf(9_001), `guess-${n}`, n),
  },
  {
    name: "unknown names, own networks",
    perSecond: 200,
    request: (n) => signIn(`nobody-${n}`, `guess-${n}`, n),
  },
  { name: "bodies of 1 MB, or 200,000 deep", perSecond: 40, request: largeBody },
  { name: "reports of failures and violations", perSecond: 500, request: report },
  {
    name: "invitations that lead nowhere",
    perSecond: 500,
    request: (n) => ({
      method: "GET",
      path: `/api/1.1/invitations/${randomBytes(24).toString("base64url")}/`,
      headers: from(n),
    }),
  },
  { name: "events of the provider, unsigned", perSecond: 300, request: unsignedEvent },
];
