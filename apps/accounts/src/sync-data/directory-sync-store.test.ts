import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { directorySyncStore } from "./directory-sync-store.ts";
import type { SyncStore } from "./sync-store.ts";

let base: string;
let store: SyncStore;
const data = Buffer.from("data");

beforeEach(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), "foyer-sync-"));
  store = directorySyncStore(path.join(base, "sync"));
});
afterEach(() => rm(base, { recursive: true, force: true }));

test("SYNC-05 deleting an account's data keeps every other account's", async () => {
  const names = ["maria", "maria.", "..", ".", "Maria?", "maria/otto", "ä".repeat(200)];
  for (const name of names) await store.put(name, "Tasks/inbox.json", data);
  await store.deleteAll("maria");
  await store.deleteAll("maria");
  expect(await store.get("maria", "Tasks/inbox.json")).toBeNull();
  for (const name of names.slice(1)) expect(await store.get(name, "Tasks/inbox.json")).toEqual(data);
});

test.each(["../escape", "a/../../escape", "/etc/passwd", "a//b", "", "a/./b", "..\\escape"])(
  "SYNC-05 the path %j stays inside the folder",
  async (file) => {
    await expect(store.put("maria", file, data)).rejects.toThrow("not a path inside");
    expect(await store.get("maria", file)).toBeNull();
    expect((await readdir(base)).filter((name) => name !== "sync")).toEqual([]);
  },
);

test("SYNC-05 a link in the tree is not followed, and its target is kept", async () => {
  await store.put("maria", "a.json", data);
  const [folder = ""] = await readdir(path.join(base, "sync"));
  const outside = path.join(base, "outside");
  await mkdir(outside);
  await writeFile(path.join(outside, "precious"), "precious");
  await symlink(outside, path.join(base, "sync", folder, "link"));
  await symlink(path.join(outside, "precious"), path.join(base, "sync", folder, "file-link"));
  expect(await store.get("maria", "link/precious")).toBeNull();
  expect(await store.get("maria", "file-link")).toBeNull();
  await expect(store.put("maria", "link/new", data)).rejects.toThrow("not a path inside");
  await store.deleteAll("maria");
  expect(await readFile(path.join(outside, "precious"), "utf8")).toBe("precious");
});
