#!/usr/bin/env node
// A small app of the demo vendor: it signs its user in, is activated for her seat, and works offline for a week.
import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { homedir, hostname, platform } from "node:os";
import path from "node:path";
import * as oidc from "openid-client";
// In an app of your own: the built file, as its README says.
import { licenseClient, LicenseError, Unreachable } from "../../packages/license-client/src/license-client.ts";

const PRODUCT = "TASK";
const VERSION = "3.2.0";
const OFFLINE_DAYS = 7;
// Made by build.mjs: the portal's address and its public keys belong to the program, not to whoever runs it.
const built = JSON.parse(await readFile(process.env.TASKLIGHT_BUILD ?? new URL("built.json", import.meta.url), "utf8"));
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
  if (!kept) throw new Error("Sign in first: tasklight sign-in");
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
  if (["NOT_ACTIVATED", "DEACTIVATED"].includes(verdict.code) && (await signIn.load())) {
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
    throw new Error(`Tasklight may not be used: ${verdict.code}`);
  }
  const known = await client.verify(text ?? "");
  if (!known.valid) throw new Error(`Tasklight may not be used offline: ${known.code}`);
  console.log(`Tasklight is open offline, until ${known.expiry}.`);
}

async function free() {
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
  } else console.error(error instanceof Unreachable ? "The portal does not answer." : error.message);
  process.exitCode = 1;
}
