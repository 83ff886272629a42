import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import { afterAll, beforeAll, expect, test } from "vitest";

const page = await readFile(fileURLToPath(new URL("../docs/moving-in.md", import.meta.url)), "utf8");
const blocks = [...page.matchAll(/```(sh|csv)\n([\s\S]*?)```/g)].map(([, kind, text = ""]) => ({ kind, text }));
const commands = blocks
  .filter(({ kind }) => kind === "sh")
  .flatMap(({ text }) => text.trim().split("\n"))
  .map((line) => line.replace("npm run foyer -- ", "").split(" "));

let system: RunningSystem;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "foyer-moving-"));
  await mkdir(path.join(folder, "shop"));
  const file = (name: string, ...lines: readonly string[]) =>
    writeFile(path.join(folder, "shop", name), lines.join("\r\n"));
  await file(
    "license-keys.csv",
    "\uFEFFid;key;user_email;product_id;order_id;activation_limit;status;created_at",
    "1;38B1460A-5104-4067-A91D-77B872934D51;Maria@Moss.example;4711;11;5;active;2024-02-03 04:05:06",
    "2;48B1460A-5104-4067-A91D-77B872934D52;maria@moss.example;4711;12;3;active;2024-02-03 04:05:06",
    "3;58B1460A-5104-4067-A91D-77B872934D53;bo@moss.example;4711;13;3;active;2024-02-03 04:05:06",
  );
  await file(
    "orders.csv",
    "id,status,user_email,product_id,variant_id,product_name,variant_name",
    "11,paid,maria@moss.example,4711,1,Tasklight,Pro",
    "12,refunded,maria@moss.example,4711,1,Tasklight,Pro",
    "13,paid,bo@moss.example,4711,2,Tasklight,Yearly",
    "14,paid,bo@moss.example,4712,,Mug,",
  );
  await file(
    "subscriptions.csv",
    "id,order_id,status,product_id,variant_id,renews_at",
    "1,13,active,4711,2,2099-01-05T00:00:00Z",
  );
  const instance = { license_key_id: 1, identifier: "47596ad9-a811-4ebf-ac8a-03fc7b6d2a17", name: "Studio Mac" };
  const data = [{ type: "license-key-instances", id: "1", attributes: instance }];
  await file("license-key-instances.json", JSON.stringify({ data }));
  system = await startFoyer();
}, 120_000);
afterAll(async () => {
  await system.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (args: readonly string[]) => system.command(args, { INIT_CWD: folder });

test("MOVE-07 each command of docs/moving-in.md runs, and ends with a customer who signs in and has the license of her old key", async () => {
  const [first = [], second = [], dry = [], load = [], invite = [], ...more] = commands;
  expect(more).toEqual([]);
  const unmapped = await run(first);
  expect(unmapped.code).toBe(1);
  expect(unmapped.stderr).toMatch(/^products.csv lacks 3 of the shop's products/);
  for (const product of ["4711/1,,,,Tasklight Pro (1)", "4711/2,,,,Tasklight Yearly (1)", "4712,,,,Mug (1)"]) {
    expect(unmapped.stderr).toContain(product);
  }
  const products = blocks.find(({ kind }) => kind === "csv")?.text ?? "";
  await writeFile(path.join(folder, "shop/products.csv"), products);
  const converted = await run(second);
  expect([converted.code, converted.stderr]).toEqual([0, ""]);
  expect(converted.stdout).toContain("left out, license-keys.csv: its order was refunded (1)");
  expect(converted.stdout).toContain("license-keys.csv: a date without a zone was read as UTC");
  const report = await readFile(path.join(folder, "shop.report.csv"), "utf8");
  expect(report).toContain("license-keys.csv,2,taken,license ls-1 of maria_moss.example,");
  const judged = await run(dry);
  expect([judged.code, judged.stderr]).toEqual([0, ""]);
  expect(judged.stdout).toMatch(/^accounts +2 +0$/m);
  expect(judged.stdout).toMatch(/^devices +1 +0$/m);
  expect(judged.stdout).toContain("Links to set a password with --invite: 2.");
  const loaded = await run(load);
  expect(JSON.parse(loaded.stdout)).toMatchObject({ imported: { account: 2, license: 2, seat: 2, activation: 1 } });
  const invited = await run(invite);
  expect(invited.stdout).toContain("Links to set a password for people of the file: 2. Mails that wait: 2.");
  expect((await run(invite)).stdout).toContain("for people of the file: ");

  const [mail] = await system.mails("bo@moss.example");
  const [, name = ""] = /Your account name is (\S+)\. /.exec(mail?.text ?? "") ?? [];
  const [, token = ""] = /\?token=([\w-]+)/.exec(mail?.text ?? "") ?? [];
  const password = "violet-harbor-92-quilt";
  const json = { token, new_password: password, new_password_2: password };
  expect((await system.call("POST", "/api/1.1/password_reset/confirm/", { json })).status).toBe(200);
  const access = await system.signIn(name, password);
  const { body } = await system.call("POST", "/api/1.1/purchases/", { token: access });
  const [purchase] = body.purchases;
  expect([name, body.purchases.length, purchase]).toEqual([
    "bo_moss.example",
    1,
    expect.objectContaining({ key: "58B1460A-5104-4067-A91D-77B872934D53" }),
  ]);
}, 120_000);

test("MOVE-05 a wrong call of the converter says how to call it, and needs neither settings nor a database", async () => {
  for (const args of [
    ["shop"],
    ["etsy", "shop"],
    ["csv", "a", "b"],
    ["csv", "shop", "--dates", "ymd"],
    ["csv", "shop", "--zone", "Mars"],
  ]) {
    const { code, stderr } = await system.command(["convert", ...args], { INIT_CWD: folder, DATABASE_URL: "nonsense" });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^Usage: npm run foyer -- convert lemon-squeezy\|paddle/),
    ]);
  }
});
