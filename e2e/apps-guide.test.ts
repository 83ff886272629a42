import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import path from "node:path";
import { type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerRequest } from "./app-sign-in.ts";
import { newPerson } from "./people.ts";

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  claims(): { readonly sub: string };
}
interface Guide {
  signInHere(open: (url: string) => void): Promise<Tokens>;
  signInByCode(show: (uri: string, code: string) => void): Promise<Tokens>;
  licensesOf(tokens: Tokens): Promise<{ readonly sub: string; readonly licenses: unknown[] }>;
  refreshed(tokens: Tokens): Promise<Tokens>;
}

const root = fileURLToPath(new URL("../", import.meta.url));
let system: RunningSystem;
let folder: string;
let guide: Guide;
let token: string;
let lines: string[];

beforeAll(async () => {
  system = await startFoyer();
  const person = await newPerson(system);
  token = await system.signIn(person.username, person.password);
  const text = await readFile(path.join(root, "docs/apps.md"), "utf8");
  const [, code = ""] = /<!-- the lines that a test runs -->\n```js\n([^`]*(?:`[^`\n]+`[^`]*)*?)\n```/.exec(text) ?? [];
  lines = code.split("\n").filter((line) => line.trim() !== "");
  // Beside the packages that it imports.
  folder = await mkdtemp(path.join(root, "node_modules/.apps-guide-"));
  const file = path.join(folder, "app.mjs");
  await writeFile(file, code);
  Object.assign(process.env, { ISSUER: system.url, APP_ID: "tasklight" });
  guide = (await import(pathToFileURL(file).href)) as Guide;
}, 120_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await system.close();
});

/** The acts of the person, of which the app learns. */
const inBrowser = async (url: string): Promise<void> =>
  void (await fetch(await answerRequest({ url: system.url, ip: "203.0.113.31" }, token, url)));

test("OIDC-27 the 30 lines of docs/apps.md sign a desktop app in by the browser, ask for licenses and refresh", async () => {
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.length).toBeLessThanOrEqual(30);
  const tokens = await guide.signInHere((url) => void inBrowser(url));
  const { sub, licenses } = await guide.licensesOf(tokens);
  expect([sub, licenses]).toEqual([tokens.claims().sub, []]);
  const plans = await system.call("GET", "/api/v2/plans", { token: tokens.access_token });
  expect([plans.status, plans.body.code]).toEqual([403, 2005]);
  const next = await guide.refreshed(tokens);
  expect(next.refresh_token).not.toBe(tokens.refresh_token);
});

test("OIDC-27 the same lines sign it in by a code", async () => {
  const tokens = await guide.signInByCode((uri, code) => {
    expect(uri).toBe(`${system.url}/device`);
    void system.call("POST", "/api/1.1/app_devices/", { token, json: { user_code: code, allow: true } });
  });
  expect((await guide.licensesOf(tokens)).licenses).toEqual([]);
}, 30_000);

// The system's own, which has Debian's packages.
const python = "/usr/bin/python3";
const hasAuthlib = spawnSync(python, ["-c", "import authlib, requests"]).status === 0;
if (!hasAuthlib) process.stdout.write("python3-authlib is missing: the app in another language is not tried\n");

test.runIf(hasAuthlib)(
  "OIDC-27 OIDC-01 an app in another language signs in by code and device, with Authlib",
  async () => {
    const script = path.join(root, "e2e/apps-client.py");
    const app = spawn(python, [script, system.url, "tasklight", "http://127.0.0.1:7777/callback"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const output = createInterface(app.stdout)[Symbol.asyncIterator]();
    const said = async (): Promise<string> => (await output.next()).value as string;
    const say = (line: string): void => void app.stdin.write(`${line}\n`);
    say(await answerRequest({ url: system.url, ip: "203.0.113.31" }, token, await said()));
    const json = { user_code: await said(), allow: true };
    expect((await system.call("POST", "/api/1.1/app_devices/", { token, json })).status).toBe(200);
    say("answered");
    const told = JSON.parse(await said()) as Record<string, unknown>;
    expect(told).toEqual({
      sub: expect.stringMatching(/^acc_/),
      email: expect.stringContaining("@"),
      userinfo: { sub: told["sub"], email: told["email"], email_verified: true, licenses: [] },
      device: ["access_token", "expires_in", "id_token", "refresh_token", "scope", "token_type"],
      revoked: 200,
      dead: 401,
    });
  },
  30_000,
);

test("OIDC-02 the page that refuses a request is the portal's, and nobody keeps or frames it", async () => {
  const answer = await fetch(`${system.url}/oauth/authorize?client_id=nobody`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([400, "no-store"]);
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(await answer.text()).not.toContain("nobody");
});

test("OIDC-18 rotate-keys adds keys beside the running system, which publishes them at once", async () => {
  const published = async (): Promise<number> =>
    ((await (await fetch(`${system.url}/oauth/jwks`)).json()) as { keys: unknown[] }).keys.length;
  expect(await published()).toBe(2);
  const { code, stdout } = await system.command(["rotate-keys"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("New keys sign from now on.")]);
  expect(await published()).toBe(4);
});
