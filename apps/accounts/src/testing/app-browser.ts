import type { BrandApp } from "@foyer/contract/brand-apps";
import { createHash, randomBytes } from "node:crypto";
import { newBrowser, type TestBrowser } from "./browser.ts";
import { type Answer, portal, type TestAccounts } from "./test-accounts.ts";

export const redirectUri = "http://127.0.0.1/callback";

/** The apps of tests: one that asks, the vendor's own, two on the web and one without a browser. */
export const testApps: readonly BrandApp[] = [
  {
    id: "notes",
    name: "Notes",
    kind: "native",
    redirectUris: [redirectUri, "http://[::1]/callback", "com.example.notes:/signed-in"],
    scopes: ["openid", "profile", "email", "offline_access", "licenses", "account.read", "portal"],
    isOwn: false,
  },
  {
    id: "own",
    name: "Own",
    kind: "native",
    redirectUris: [redirectUri],
    scopes: ["openid", "offline_access"],
    isOwn: true,
  },
  {
    id: "server",
    name: "Server",
    kind: "web",
    redirectUris: ["https://server.example/callback"],
    postLogoutRedirectUris: ["https://server.example/bye"],
    scopes: ["openid", "email", "offline_access", "licenses"],
    products: ["OUTLINE"],
    isOwn: false,
    idTokenAlgorithm: "EdDSA",
  },
  {
    id: "page",
    name: "Page",
    kind: "web",
    redirectUris: ["https://page.example/callback"],
    origins: ["https://page.example"],
    scopes: ["openid", "licenses"],
    isOwn: false,
  },
  {
    id: "tv",
    name: "TV",
    kind: "device",
    redirectUris: [],
    scopes: ["openid", "offline_access", "licenses"],
    isOwn: false,
  },
];

export const appSecret = "a-secret-of-the-app-on-a-server-0123456789";
export const appSecrets = new Map([["server", appSecret]]);

export const verifier = randomBytes(32).toString("base64url");
export const challengeOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

type Params = Readonly<Record<string, string | undefined>>;

/** The address of a request that is right, with other parameters where told; undefined leaves one out. */
export function authorizeUrl(params: Params = {}): string {
  const all: Params = {
    client_id: "notes",
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid",
    state: "the-state",
    code_challenge: challengeOf(verifier),
    code_challenge_method: "S256",
    ...params,
  };
  const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return `/oauth/authorize?${new URLSearchParams(given).toString()}`;
}

/** Where an answer leads; empty where it leads nowhere. */
export function locationOf({ headers }: Answer): string {
  const { location } = headers;
  return typeof location === "string" ? location : "";
}

/** What came back to the app. */
export const returned = (answer: Answer): URLSearchParams => new URL(locationOf(answer)).searchParams;

/** A browser in which somebody answers apps. */
export interface AppBrowser extends TestBrowser {
  /** Follows the address of an app to our screen. @returns the id of its request. */
  ask(params?: Params): Promise<string>;
  /** Asks, and allows it as whoever has that session. @returns what came back to the app. */
  allow(token: string, params?: Params): Promise<URLSearchParams>;
}

export function appBrowser(service: TestAccounts, ip: string): AppBrowser {
  const browser = newBrowser(service, ip);
  const ask = async (params?: Params): Promise<string> => {
    const answer = await browser.call("GET", authorizeUrl(params));
    const screen = new URL(locationOf(answer), portal);
    if (screen.pathname !== "/authorize") throw new Error(`led to ${screen.href}: ${JSON.stringify(answer.body)}`);
    return screen.searchParams.get("request") ?? "";
  };
  const allow = async (token: string, params?: Params): Promise<URLSearchParams> => {
    const request = await ask(params);
    const answer = await browser.post(`app_requests/${request}/`, { allow: true }, { token });
    if (answer.body.next !== "go") throw new Error(JSON.stringify(answer.body));
    return returned(await browser.call("GET", new URL(answer.body.url).pathname));
  };
  return { ...browser, ask, allow };
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly id_token: string;
  readonly scope: string;
}

/** A form at one of the provider's addresses. */
export function postForm(
  service: TestAccounts,
  path: string,
  form: Params,
  options: { readonly ip?: string; readonly instance?: number; readonly headers?: Record<string, string> } = {},
): Promise<Answer> {
  const given = Object.entries(form).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return service.call("POST", `/oauth/${path}`, { form: Object.fromEntries(given), ...options });
}

/** Exchanges a code as the app does that was sent back with it. */
export const exchange = (service: TestAccounts, code: string, form: Params = {}, instance = 0): Promise<Answer> =>
  postForm(
    service,
    "token",
    {
      grant_type: "authorization_code",
      client_id: "notes",
      redirect_uri: redirectUri,
      code_verifier: verifier,
      code,
      ...form,
    },
    { instance },
  );

/** The tokens of a sign-in in the app, allowed by whoever has that session. */
export async function appTokens(service: TestAccounts, token: string, params: Params = {}): Promise<Tokens> {
  const ip = `198.51.100.${1 + Math.floor(Math.random() * 250)}`;
  const code = (await appBrowser(service, ip).allow(token, params)).get("code") ?? "";
  const app = params["client_id"] ?? "notes";
  const answer = await exchange(service, code, {
    client_id: app,
    ...(params["redirect_uri"] === undefined ? {} : { redirect_uri: params["redirect_uri"] }),
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body as Tokens;
}
