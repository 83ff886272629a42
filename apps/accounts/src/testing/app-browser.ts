import type { BrandApp } from "@foyer/contract/brand-apps";
import { createHash, randomBytes } from "node:crypto";
import { newBrowser, type TestBrowser } from "./browser.ts";
import {
  type Answer,
  type CallOptions,
  portal,
  type TestAccounts,
  testAccounts,
  type TestOptions,
} from "./test-accounts.ts";

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

const appSecret = "a-secret-of-the-app-on-a-server-0123456789";
export const appSecrets = new Map([["server", appSecret]]);

export const verifier = randomBytes(32).toString("base64url");
export const challengeOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** Starts two instances with these apps. */
export const appService = (options: TestOptions = {}): TestAccounts =>
  testAccounts({ instances: 2, apps: testApps, appSecrets, ...options });

type Params = Readonly<Record<string, string | undefined>>;
type FormOptions = Pick<CallOptions, "ip" | "instance" | "headers">;

/** The address of a valid request with these parameters changed; undefined leaves one out. */
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

/** The address to which an answer redirects; empty without one. */
export function locationOf({ headers }: Answer): string {
  const { location } = headers;
  return typeof location === "string" ? location : "";
}

/** The parameters with which an answer redirects to the app. */
export const returned = (answer: Answer): URLSearchParams => new URL(locationOf(answer)).searchParams;

/** A browser in which a person answers apps. */
export interface AppBrowser extends TestBrowser {
  /** Follows the address of an app to our screen. @returns the id of its request. */
  ask(params?: Params): Promise<string>;
  /** Answers a request in the session of that token; allows it by default. */
  answer(request: string, token: string, body?: object, instance?: number): Promise<Answer>;
  /** Opens the address in our reply, which redirects to the app. */
  follow(url: string, instance?: number): Promise<Answer>;
  /** Makes a request and allows it in the session of that token. @returns the parameters that the app gets. */
  allow(token: string, params?: Params): Promise<URLSearchParams>;
  /** Does the same, and returns the code. */
  code(token: string, params?: Params): Promise<string>;
}

export function appBrowser(service: TestAccounts, ip: string): AppBrowser {
  const browser = newBrowser(service, ip);
  const ask = async (params?: Params): Promise<string> => {
    const answer = await browser.call("GET", authorizeUrl(params));
    const screen = new URL(locationOf(answer), portal);
    if (screen.pathname !== "/authorize") throw new Error(`led to ${screen.href}: ${JSON.stringify(answer.body)}`);
    return screen.searchParams.get("request") ?? "";
  };
  const answer: AppBrowser["answer"] = (request, token, body = { allow: true }, instance = 0) =>
    browser.post(`app_requests/${request}/`, body, { token, instance });
  const follow = (url: string, instance = 0): Promise<Answer> =>
    browser.call("GET", new URL(url).pathname, { instance });
  const allow = async (token: string, params?: Params): Promise<URLSearchParams> => {
    const { body } = await answer(await ask(params), token);
    if (body.next !== "go") throw new Error(JSON.stringify(body));
    return returned(await follow(body.url));
  };
  const code = async (token: string, params?: Params) => (await allow(token, params)).get("code") ?? "";
  return { ...browser, ask, answer, follow, allow, code };
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly id_token: string;
  readonly scope: string;
}

/** Sends a form to one of the provider's addresses. */
export function postForm(
  service: TestAccounts,
  path: string,
  form: Params,
  options: FormOptions = {},
): Promise<Answer> {
  const given = Object.entries(form).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return service.call("POST", `/oauth/${path}`, { form: Object.fromEntries(given), ...options });
}

/** Exchanges a code for tokens as its app does. */
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

/** Uses a refresh token, of the app `notes` by default. */
export const refreshWith = (
  service: TestAccounts,
  token: string | undefined,
  app = "notes",
  options: FormOptions = {},
): Promise<Answer> =>
  postForm(service, "token", { grant_type: "refresh_token", client_id: app, refresh_token: token }, options);

/** The claims of an id token. */
export const claimsOf = (idToken: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString());

/** The header with which the app on a server authenticates. */
export const basic = (id = "server", secret = appSecret): { authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
});

/** The tokens of a sign-in in the app, allowed in the session of that token. */
export async function appTokens(service: TestAccounts, token: string, params: Params = {}): Promise<Tokens> {
  const ip = `198.51.100.${1 + Math.floor(Math.random() * 250)}`;
  const code = await appBrowser(service, ip).code(token, params);
  const app = params["client_id"] ?? "notes";
  const answer = await exchange(service, code, {
    client_id: app,
    ...(params["redirect_uri"] === undefined ? {} : { redirect_uri: params["redirect_uri"] }),
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body as Tokens;
}
