import { createHash } from "node:crypto";
import { lstat, mkdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type SyncStore, SyncStoreFailed } from "./sync-store.ts";

/** The account's folder below `root`, with a safe name for any account name. */
function folderOf(root: string, username: string): string {
  const readable = username.replaceAll(/[^a-z0-9_-]/g, "_").slice(0, 40);
  const exact = createHash("sha256").update(username).digest("hex").slice(0, 16);
  return path.join(root, `${readable}-${exact}`);
}

function isPlain(segment: string): boolean {
  return segment !== "" && segment !== "." && segment !== ".." && !segment.includes("\0") && !segment.includes("\\");
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);
const ABSENT = new Set(["ENOENT", "ENOTDIR", "EISDIR"]);

/**
 * Stores the synced data in a directory tree with one folder for each account. Paths with `..` and links cannot leave the folder.
 */
export function directorySyncStore(root: string): SyncStore {
  /** The absolute path of a file; null for a path outside of the account's folder. */
  const placeOf = async (username: string, file: string, makesFolder: boolean): Promise<string | null> => {
    const segments = file.split("/");
    if (!segments.every(isPlain)) return null;
    const folder = folderOf(root, username);
    const place = path.join(folder, ...segments);
    if (makesFolder) await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    // A link inside the tree may point outside, so the real path of the folder is checked.
    const real = await realpath(path.dirname(place)).catch(() => null);
    const realRoot = await realpath(root).catch(() => null);
    if (!real || !realRoot) return null;
    const inside = path.join(realRoot, path.basename(folder));
    return real === inside || real.startsWith(inside + path.sep) ? path.join(real, path.basename(place)) : null;
  };
  return {
    put: async (username, file, content) => {
      const place = await placeOf(username, file, true);
      const isLink = place ? (await lstat(place).catch(() => null))?.isSymbolicLink() : false;
      if (!place || isLink) throw new SyncStoreFailed(`${file} is not a path inside the account's data.`);
      await writeFile(place, content, { mode: 0o600 });
    },
    get: async (username, file) => {
      const place = await placeOf(username, file, false);
      if (!place || (await lstat(place).catch(() => null))?.isSymbolicLink()) return null;
      return readFile(place).catch((error: unknown) => {
        if (ABSENT.has(String(codeOf(error)))) return null;
        throw new SyncStoreFailed(`${file} cannot be read.`, { cause: error });
      });
    },
    delete: async (username, file) => {
      const place = await placeOf(username, file, false);
      if (place) await rm(place, { recursive: true, force: true });
    },
    deleteAll: async (username) => {
      const folder = folderOf(root, username);
      try {
        // Links are removed and not followed, because their targets do not belong to the account.
        await rm(folder, { recursive: true, force: true, maxRetries: 2 });
      } catch (error) {
        throw new SyncStoreFailed("Not everything could be deleted.", { cause: error });
      }
      if (await lstat(folder).catch(() => null)) throw new SyncStoreFailed("Something is still there.");
    },
  };
}
