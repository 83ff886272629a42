import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { v2 as webdav } from "webdav-server";
import { makeAccounts, signIn } from "../testing/factories.ts";
import { startAccounts, type TestAccounts } from "../testing/test-accounts.ts";
import { accountFolder } from "./account-folder.ts";
import { directorySyncStore } from "./directory-sync-store.ts";
import { type SyncStore, SyncStoreFailed } from "./sync-store.ts";
import { webDavSyncStore } from "./webdav-sync-store.ts";

const content = Buffer.from("an outline");
const dottedNames = ["maria", "maria.", "m.", "maria.d", "maria/otto", "..", ".", "%2e%2e"];
const oddNames = dottedNames.concat("maria'(1)!", "c&a=b?#", "мария", "a".repeat(255), "ä".repeat(200));

async function servedByWebDav(): Promise<{ store: SyncStore; stop(): Promise<void> }> {
  const users = new webdav.SimpleUserManager();
  const user = users.addUser("foyer", "sync-secret", false);
  const rights = new webdav.SimplePathPrivilegeManager();
  rights.setRights(user, "/", ["all"]);
  const server = new webdav.WebDAVServer({
    httpAuthentication: new webdav.HTTPBasicAuthentication(users, "sync"),
    privilegeManager: rights,
    requireAuthentification: true,
    port: 0,
    hostname: "127.0.0.1",
  });
  const http = await server.startAsync(0);
  const address = http.address();
  if (typeof address !== "object" || address === null) throw new Error("the WebDAV server has no port");
  const store = webDavSyncStore({
    url: `http://127.0.0.1:${address.port}/`,
    credentials: { username: "foyer", password: "sync-secret" },
  });
  return { store, stop: () => server.stopAsync() };
}

const stores: [string, () => Promise<{ store: SyncStore; stop(): Promise<void> }>][] = [
  [
    "a directory tree",
    async () => {
      const root = await fs.mkdtemp(path.join(os.tmpdir(), "foyer-sync-"));
      return { store: directorySyncStore(root), stop: () => fs.rm(root, { recursive: true, force: true }) };
    },
  ],
  ["a WebDAV server", servedByWebDav],
];

describe.each(stores)("synced data in %s", (_name, start) => {
  let served: Awaited<ReturnType<typeof start>>;
  beforeEach(async () => {
    served = await start();
  });
  afterEach(() => served.stop());

  test("SYNC-05 files are stored, read and deleted by account", async () => {
    const { store } = served;
    await store.put("maria", "Tasks/inbox/1.json", content);
    await store.put("hugo", "Tasks/inbox/1.json", Buffer.from("another"));
    expect(await store.get("maria", "Tasks/inbox/1.json")).toEqual(content);
    await store.delete("maria", "Tasks/inbox/1.json");
    expect(await store.get("maria", "Tasks/inbox/1.json")).toBeNull();
    await store.delete("maria", "Tasks/inbox/1.json");
    expect(await store.get("hugo", "Tasks/inbox/1.json")).toEqual(Buffer.from("another"));
  });

  test("SYNC-05 deleting all data of one account keeps every other account's data, for any names", async () => {
    const { store } = served;
    for (const name of oddNames) await store.put(name, "a b/ü.json", content);
    for (const [index, name] of oddNames.entries()) {
      await store.deleteAll(name);
      expect(await store.get(name, "a b/ü.json")).toBeNull();
      for (const other of oddNames.slice(index + 1)) expect(await store.get(other, "a b/ü.json")).toEqual(content);
    }
    await store.deleteAll("maria");
  });

  test.each(["../hugo/x", "a/../../hugo/x", "/x", "", "a//b", ".", "a\\..\\b", "a\u0000b"])(
    "SYNC-05 %j is refused as a path",
    async (file) => {
      await expect(served.store.put("maria", file, content)).rejects.toThrow();
      expect(await served.store.get("maria", file)).toBeNull();
    },
  );
});

describe("a directory tree", () => {
  let base: string;
  let store: SyncStore;
  beforeEach(async () => {
    base = await fs.mkdtemp(path.join(os.tmpdir(), "foyer-sync-"));
    store = directorySyncStore(path.join(base, "sync"));
  });
  afterEach(() => fs.rm(base, { recursive: true, force: true }));

  test.each(["../escape", "a/../../escape", "/etc/passwd", "a//b", "", "a/./b", "..\\escape"])(
    "SYNC-05 the path %j stays inside the folder",
    async (file) => {
      await expect(store.put("maria", file, content)).rejects.toThrow("not a path inside");
      expect(await store.get("maria", file)).toBeNull();
      expect((await fs.readdir(base)).filter((name) => name !== "sync")).toEqual([]);
    },
  );

  test("SYNC-05 a link in the tree is not followed, and its target is kept", async () => {
    await store.put("maria", "a.json", content);
    const [folder = ""] = await fs.readdir(path.join(base, "sync"));
    const outside = path.join(base, "outside");
    await fs.mkdir(outside);
    await fs.writeFile(path.join(outside, "precious"), "precious");
    await fs.symlink(outside, path.join(base, "sync", folder, "link"));
    await fs.symlink(path.join(outside, "precious"), path.join(base, "sync", folder, "file-link"));
    expect(await store.get("maria", "link/precious")).toBeNull();
    expect(await store.get("maria", "file-link")).toBeNull();
    await expect(store.put("maria", "link/new", content)).rejects.toThrow("not a path inside");
    await store.deleteAll("maria");
    expect(await fs.readFile(path.join(outside, "precious"), "utf8")).toBe("precious");
  });
});

describe("an account's collection", () => {
  test("no two account names share a folder", () => {
    const names = [...oddNames, "a".repeat(254), `${"é".repeat(100)}1`, `${"é".repeat(100)}2`, "a%2eb", "a.b"];
    const folders = names.map(accountFolder);
    expect(new Set(folders).size).toBe(names.length);
    for (const folder of folders) expect(folder).toMatch(/^[\w%~-]{1,200}$/);
  });
});

describe("ACC-18 resetting the synced data", () => {
  let service: TestAccounts;
  let isFailing = false;
  const directory = directorySyncStore(path.join(os.tmpdir(), `foyer-sync-${process.pid}`));
  const store: SyncStore = {
    ...directory,
    deleteAll: async (username) => {
      if (isFailing) throw new SyncStoreFailed("told to fail");
      await directory.deleteAll(username);
    },
  };
  beforeAll(async () => {
    service = await startAccounts({ syncStore: store });
    await makeAccounts(service, "maria", "hugo");
  });
  afterAll(async () => {
    await service.close();
    await fs.rm(path.join(os.tmpdir(), `foyer-sync-${process.pid}`), { recursive: true, force: true });
  });

  test("ACC-18 SYNC-05 deletes the caller's data and answers after it is gone", async () => {
    await store.put("maria", "x", content);
    await store.put("hugo", "x", content);
    const { access } = await signIn(service, "maria");
    expect(await service.post("user/dav/reset/", {}, access)).toMatchObject({
      status: 200,
      body: { status: "success" },
    });
    expect(await store.get("maria", "x")).toBeNull();
    expect(await store.get("hugo", "x")).toEqual(content);
  });

  test("ACC-18 SYNC-04 a failing store gets 502 14001, and a repeat succeeds", async () => {
    await store.put("hugo", "x", content);
    const { access } = await signIn(service, "hugo");
    isFailing = true;
    expect(await service.post("user/dav/reset/", {}, access)).toMatchObject({ status: 502, body: { code: 14001 } });
    expect(await store.get("hugo", "x")).toEqual(content);
    isFailing = false;
    expect((await service.post("user/dav/reset/", {}, access)).status).toBe(200);
    expect(await store.get("hugo", "x")).toBeNull();
  });
});
