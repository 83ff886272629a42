import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "@foyer/testing/running-system";
import { afterAll, expect, test, vi } from "vitest";

// Each command starts a process, and the first one starts a database.
vi.setConfig({ testTimeout: 90_000 });
const vendor = fileURLToPath(new URL("../../../../packages/import-file/src/testing/vendor.jsonl", import.meta.url));
const folder = await mkdtemp(path.join(os.tmpdir(), "foyer-import-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command on the test's own data folder, as `npm run foyer -- …` does. */
const foyer = (...args: readonly string[]) =>
  runCommand(args, { DATA_DIR: path.join(folder, "data"), INIT_CWD: folder });

test("a file with faults prints file, line and field of each, exits with 1 and writes nothing", async () => {
  const lines = [
    '{"type":"account","username":"ada","email":"ada@workshop.example"}',
    '{"type":"license","id":"l","owners":["ada"],"product_id":"TASK-3","description":"Tasklight 3","total_seats":0}',
  ];
  await writeFile(path.join(folder, "team.jsonl"), lines.join("\n"));
  const outcome = await foyer("import", "team.jsonl");
  expect(outcome).toEqual({
    code: 1,
    stdout: "",
    stderr: "team.jsonl:2: total_seats: 0 is not an integer from 1 to 2200\n",
  });
  expect(await foyer("export")).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("of more than a hundred faults the first hundred are printed", async () => {
  await writeFile(path.join(folder, "many.jsonl"), "x\n".repeat(120));
  const { code, stderr } = await foyer("import", "many.jsonl");
  expect(code).toBe(1);
  expect(stderr.match(/^many\.jsonl:\d+: line: /gm)).toHaveLength(100);
});

test("a missing file is reported as missing", async () => {
  const { code, stderr } = await foyer("import", "nowhere.jsonl");
  expect(code).toBe(1);
  expect(stderr).toMatch(/^nowhere\.jsonl cannot be read: /);
});

test("the last line of a successful import counts all six types, and export writes a file that loads", async () => {
  const { code, stdout } = await foyer("import", vendor);
  expect(code).toBe(0);
  expect(JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "")).toEqual({
    imported: { account: 7, license: 8, seat: 5, license_key: 3, upgrade: 1, subscription: 4 },
    skipped: { account: 0, license: 0, seat: 0, license_key: 0, upgrade: 0, subscription: 0 },
  });
  expect(await foyer("export", "all.jsonl")).toEqual({ code: 0, stdout: "", stderr: "" });
  const file = path.join(folder, "all.jsonl");
  expect((await readFile(file, "utf8")).split("\n")).toHaveLength(29);
  expect((await stat(file)).mode & 0o077, "nobody else reads the hashes").toBe(0);
});
