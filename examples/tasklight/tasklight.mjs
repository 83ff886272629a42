#!/usr/bin/env node
// A small app of the demo vendor: it signs its user in, is activated for her seat, and works offline for a week.
import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { homedir, hostname, platform } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as oidc from "openid-client";

const PRODUCT = "TASK";
const VERSION = "3.2.0";
const OFFLINE_DAYS = 7;
const SIGN_IN_FIRST = "Sign in first: tasklight sign-in";
const SIGN_IN_AGAIN = "Your sign-in has ended. Sign in again: tasklight sign-in";
// Made by build.mjs: the portal's address, its public keys and the license client belong to the program, not to its user.
const release = process.env.TASKLIGHT_BUILD ?? fileURLToPath(new URL("built.json", import.meta.url));
const bundle = pathToFileURL(release.replace(/(\.json)?$/, ".license-client.mjs")).href;
const [built, { licenseClient, LicenseError, Unreachable }] = await Promise.all([
  readFile(release, "utf8").then(JSON.parse),
  import(bundle),
]).catch(() => {
  console.error("Make a release first: node examples/tasklight/build.mjs <address of the portal>");
  process.exit(1);
});
const home = process.env.TASKLIGHT_HOME ?? path.join(homedir(), ".tasklight");

/** One file of the app's own; only its user reads it. A desktop app keeps the refresh token in the system's keychain. */
const file = (name) => ({
  load: () => readFile(path.join(home, name), "utf8").catch(() => null),
  save: async (text) => {
    await mkdir(home, { recursive: true, mode: 0o700 });
    // Renamed when it is whole: another process reads the text before or this one.
    const written = path.join(home, `${name}.${randomBytes(4).toString("hex")}`);
    await writeFile(written, text, { mode: 0o600, flush: true });
    await rename(written, path.join(home, name));
  },
  remove: () => rm(path.join(home, name), { force: true }),
});
const signIn = file("sign-in");
const machineFile = file("machine-file");
const device = file("device");

/** The computer's mark: made once, kept with the app's data. */
async function fingerprintOf() {
  const known = await device.load();
  if (known) return known;
  const made = createHash("sha256")
    .update(`${hostname()} ${randomBytes(16).toString("hex")}`)
    .digest("base64url");
  await device.save(made);
  return made;
}

/** The portal as OpenID Connect describes it. */
const portalOf = () => {
  const insecure = built.portal.startsWith("http:") ? { execute: [oidc.allowInsecureRequests] } : {};
  return oidc.discovery(new URL(built.portal), "tasklight", {}, oidc.None(), insecure);
};

/** An access token; the refresh token that comes with it replaces the one before. */
async function accessToken() {
  const kept = await signIn.load();
  // The status tells the client that this is no missing network.
  if (!kept) throw Object.assign(new Error(SIGN_IN_FIRST), { status: 401 });
  const tokens = await oidc.refreshTokenGrant(await portalOf(), kept);
  await signIn.save(tokens.refresh_token);
  return tokens.access_token;
}

const client = licenseClient({
  portal: built.portal,
  publicKeys: built.keys,
  product: PRODUCT,
  fingerprint: await fingerprintOf(),
  token: accessToken,
  store: file("license"),
});

/** Whether this device is activated, as far as this computer knows. */
const isActive = async () => {
  const kept = await file("license").load();
  try {
    return Boolean(JSON.parse(kept)?.activation);
  } catch {
    return false;
  }
};

const scope = "openid offline_access licenses";

async function signInByBrowser() {
  const portal = await portalOf();
  const verifier = oidc.randomPKCECodeVerifier();
  const state = oidc.randomState();
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  const redirect_uri = `http://127.0.0.1:${server.address().port}/callback`;
  const challenge = { code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: "S256" };
  console.log(`Open ${oidc.buildAuthorizationUrl(portal, { redirect_uri, scope, state, ...challenge }).href}`);
  const back = await new Promise((came) =>
    server.on("request", (request, reply) => {
      reply.end("You can close this window.");
      came(new URL(request.url, redirect_uri));
    }),
  );
  server.close();
  server.closeAllConnections();
  return oidc.authorizationCodeGrant(portal, back, { pkceCodeVerifier: verifier, expectedState: state });
}

async function signInByCode() {
  const portal = await portalOf();
  const asked = await oidc.initiateDeviceAuthorization(portal, { scope, device_name: hostname().slice(0, 64) });
  console.log(`Open ${asked.verification_uri} and enter ${asked.user_code}`);
  return oidc.pollDeviceAuthorizationGrant(portal, asked);
}

/** Asks the portal, and keeps a file for the days without network; without an answer the file counts. */
async function open() {
  let verdict = await client.validate(VERSION);
  const isSignedIn = (await signIn.load()) !== null;
  if (["NOT_ACTIVATED", "DEACTIVATED"].includes(verdict.code) && isSignedIn) {
    await client.activate(
      { product_id: PRODUCT },
      { name: hostname().slice(0, 64), platform: platform(), app_version: VERSION },
    );
    if (verdict.code === "DEACTIVATED") console.log("This device was freed. It is activated again.");
    verdict = await client.validate(VERSION);
  }
  if (verdict.valid && !verdict.offline) {
    await machineFile.save(await client.file(OFFLINE_DAYS));
    return console.log("Tasklight is open.");
  }
  const text = await machineFile.load();
  // A computer that never has network was not activated by itself: its file says so.
  const hasFileAlone = verdict.code === "NOT_ACTIVATED" && text !== null;
  if (!verdict.offline && !hasFileAlone) {
    await machineFile.remove();
    if (!isSignedIn) throw new Error(SIGN_IN_FIRST);
    throw new Error(verdict.code === "REFUSED" ? SIGN_IN_AGAIN : `Tasklight may not be used: ${verdict.code}`);
  }
  if (text === null) throw new Unreachable("no file for work without network");
  const known = await client.verify(text);
  if (!known.valid) throw new Error(`Tasklight may not be used offline: ${known.code}`);
  console.log(`Tasklight is open offline, until ${known.expiry}.`);
}

async function free() {
  if (!(await isActive())) return console.log("Nothing is active on this device, so nothing was freed.");
  if ((await signIn.load()) === null) throw new Error(SIGN_IN_FIRST);
  await client.free();
  await machineFile.remove();
  console.log("This device is freed.");
}

/** For a computer without network: what to enter at the portal, and the file that it gives. */
const request = () => console.log(client.requestCode(PRODUCT, hostname().slice(0, 64), platform()));
async function take(name) {
  const text = await readFile(name, "utf8");
  const { valid, code, expiry } = await client.verify(text);
  if (!valid) throw new Error(`This file cannot be used: ${code}`);
  await machineFile.save(text);
  console.log(`Tasklight works offline until ${expiry}.`);
}

/** A failed `fetch` is a TypeError with the network's error as its cause; a silent portal is a TimeoutError. */
const isAway = (error) =>
  error instanceof Unreachable ||
  (error instanceof TypeError && error.message === "fetch failed") ||
  error?.name === "TimeoutError" ||
  error?.cause?.status >= 500 ||
  (error?.cause instanceof Error && isAway(error.cause));

/** The sentence that the user reads about a failure. */
function sentenceOf(error) {
  if (isAway(error)) return `The portal ${built.portal} does not answer. Check the network, and try again.`;
  if (error?.error === "invalid_grant") return SIGN_IN_AGAIN;
  if (error?.code === "ENOENT") return `There is no file ${error.path}.`;
  return error.message;
}

const [command, argument] = process.argv.slice(2);
try {
  if (command === "sign-in") {
    const tokens = argument === "--code" ? await signInByCode() : await signInByBrowser();
    await signIn.save(tokens.refresh_token);
    console.log("You are signed in.");
  } else if (command === "open") await open();
  else if (command === "free") await free();
  else if (command === "request") request();
  else if (command === "take" && argument) await take(argument);
  else throw new Error("Usage: tasklight sign-in [--code] | open | free | request | take <file>");
} catch (error) {
  if (error instanceof LicenseError) {
    const others = error.activations.map(({ id, name }) => `  ${id}  ${name ?? "unnamed"}`);
    console.error([error.message, ...others].join("\n"));
  } else console.error(sentenceOf(error));
  process.exitCode = 1;
}
