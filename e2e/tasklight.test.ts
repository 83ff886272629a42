import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerRequest } from "./app-sign-in.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const node = path.join(root, "node_modules/.bin/node");
const olive = { username: "olive", password: "olive-demo-1" };
let system: RunningSystem;
let home: string;
let token: string;

beforeAll(async () => {
  system = await startFoyer({
    lines: [
      { type: "account", ...olive, email: "olive@mail.example" },
      { type: "license", id: "task", owners: ["olive"], product_id: "TASK-3", description: "Tasklight 3" },
      { type: "seat", id: "task-1", license: "task", username: "olive" },
    ],
  });
  home = await mkdtemp(path.join(os.tmpdir(), "tasklight-"));
  token = await system.signIn(olive.username, olive.password);
}, 120_000);

afterAll(async () => {
  await rm(home, { recursive: true, force: true });
  await system.close();
});

/** Runs a program of the example; `hear` gets each line. @returns what it said, and how it ended. */
async function run(script: string, args: readonly string[], hear?: (line: string) => void, to = home) {
  const env = { ...process.env, TASKLIGHT_HOME: to, TASKLIGHT_BUILD: path.join(home, "built.json") };
  // As Node 20, which the README asks for, it reads no TypeScript.
  const child = spawn(node, ["--no-experimental-strip-types", path.join(root, "examples/tasklight", script), ...args], {
    env,
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on("line", (line) => {
      said.push(line);
      hear?.(line);
    });
  }
  const code = await new Promise((ended) => child.once("close", ended));
  return { code, said: said.filter((line) => !line.includes("Warning")) };
}
const tasklight = (args: readonly string[], hear?: (line: string) => void, to?: string) =>
  run("tasklight.mjs", args, hear, to);

/** The person opens the address that the app shows, answers in her browser, and returns to the app. */
const answerInBrowser = async (url: string): Promise<void> =>
  void (await fetch(await answerRequest({ url: system.url, ip: "203.0.113.31" }, token, url)));

const devices = async () => {
  const { body } = await system.call("GET", "/api/1.1/activations/", { token });
  return body.activations.map((each: { state: string; app_version: string | null }) => [each.state, each.app_version]);
};

test("WAL-21 the walk of examples/tasklight, as on Node 20: built, signed in, open, freed, open offline (FAULT-40)", async () => {
  const addresses = async (readme: string) => new Set((await readFile(readme, "utf8")).match(/http:\/\/[\w.]+:\d+/g));
  const walk = await addresses(path.join(root, "examples/tasklight/README.md"));
  expect(walk).toEqual(await addresses(path.join(root, "README.md")));
  // As a browser shows the address, with a slash.
  expect(await run("build.mjs", [`${system.url}/`, path.join(home, "built.json")])).toEqual({
    code: 0,
    said: [`Built for ${system.url} with 1 key.`],
  });
  const signInFirst = { code: 1, said: ["Sign in first: tasklight sign-in"] };
  expect(await tasklight(["open"])).toEqual(signInFirst);
  const nothing = { code: 0, said: ["Nothing is active on this device, so nothing was freed."] };
  expect(await tasklight(["free"])).toEqual(nothing);
  const signedIn = await tasklight(["sign-in"], (line) => {
    if (line.startsWith("Open http")) void answerInBrowser(line.slice("Open ".length));
  });
  expect([signedIn.code, signedIn.said.at(-1)]).toEqual([0, "You are signed in."]);
  expect(await tasklight(["open"])).toEqual({ code: 0, said: ["Tasklight is open."] });
  expect(await devices()).toEqual([["live", "3.2.0"]]);
  // Freed in the portal.
  const { body } = await system.call("GET", "/api/1.1/activations/", { token });
  await system.call("DELETE", `/api/1.1/activations/${body.activations[0].id}/`, { token });
  expect((await tasklight(["open"])).said).toEqual([
    "This device was freed. It is activated again.",
    "Tasklight is open.",
  ]);
  expect((await devices())[0]).toEqual(["live", "3.2.0"]);
  expect(await tasklight(["free"])).toEqual({ code: 0, said: ["This device is freed."] });
  expect(await tasklight(["free"])).toEqual(nothing);
  expect((await devices())[0]).toEqual(["leaving", "3.2.0"]);

  // Another sign-in, by a code; the device comes back to the place that it keeps.
  const again = await tasklight(["sign-in", "--code"], (line) => {
    const [, code] = /enter (\S+)/.exec(line) ?? [];
    if (code) void system.call("POST", "/api/1.1/app_devices/", { token, json: { user_code: code, allow: true } });
  });
  expect(again.said.at(-1)).toBe("You are signed in.");
  expect(await tasklight(["open"])).toEqual({ code: 0, said: ["Tasklight is open."] });
  expect((await devices())[0]).toEqual(["live", "3.2.0"]);

  // A computer that has never had network.
  const lab = path.join(home, "lab");
  const [code = ""] = (await tasklight(["request"], undefined, lab)).said;
  const asked = JSON.parse(Buffer.from(code, "base64url").toString()) as { product: string; fingerprint: string };
  const made = await system.call("POST", "/api/1.1/activations/", {
    token,
    json: { product_id: asked.product, fingerprint: asked.fingerprint, name: "Lab" },
  });
  const answer = await fetch(`${system.url}/api/1.1/activations/${made.body.activation.id}/file/`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ days: 30, fingerprint: asked.fingerprint }),
  });
  await writeFile(path.join(home, "lab.machine"), await answer.text());

  await system.stop();
  const away = { code: 1, said: [`The portal ${system.url} does not answer. Check the network, and try again.`] };
  for (const command of [["sign-in"], ["sign-in", "--code"], ["free"]]) {
    expect([command, await tasklight(command)]).toEqual([command, away]);
  }
  const offline = await tasklight(["open"]);
  expect([offline.code, offline.said]).toEqual([0, [expect.stringMatching(/^Tasklight is open offline, until 20/)]]);
  const taken = await tasklight(["take", path.join(home, "lab.machine")], undefined, lab);
  expect(taken.said).toEqual([expect.stringMatching(/^Tasklight works offline until 20/)]);
  expect((await tasklight(["open"], undefined, lab)).said).toEqual([
    expect.stringMatching(/^Tasklight is open offline/),
  ]);
  // The file of one device is of no use on another.
  const wrong = await tasklight(["take", path.join(home, "lab.machine")]);
  expect(wrong).toEqual({ code: 1, said: ["This file cannot be used: FINGERPRINT_MISMATCH"] });
}, 60_000);
