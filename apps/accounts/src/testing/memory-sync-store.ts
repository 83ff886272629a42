import type { SyncStore } from "../sync-data/sync-store.ts";

/** A sync store in memory, for tests. */
export function memorySyncStore(): SyncStore {
  const files = new Map<string, Map<string, Buffer>>();
  return {
    put: async (username, path, content) => {
      const own = files.get(username) ?? new Map<string, Buffer>();
      own.set(path, content);
      files.set(username, own);
    },
    get: async (username, path) => files.get(username)?.get(path) ?? null,
    delete: async (username, path) => {
      files.get(username)?.delete(path);
    },
    deleteAll: async (username) => {
      files.delete(username);
    },
  };
}
