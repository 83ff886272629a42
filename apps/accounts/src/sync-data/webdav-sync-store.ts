import { accountFolder, isFilePath } from "./account-folder.ts";
import { type SyncStore, SyncStoreFailed } from "./sync-store.ts";

export interface WebDavOptions {
  /** The collection with one collection for each account. */
  readonly url: string;
  readonly credentials: { readonly username: string; readonly password: string } | null;
  readonly timeoutMs?: number;
}

type Ask = (method: string, address: string, content?: Buffer) => Promise<Response>;

function asker({ credentials, timeoutMs = 10_000 }: WebDavOptions): Ask {
  const authorization = credentials
    ? `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString("base64")}`
    : null;
  return async (method, address, content) => {
    try {
      return await fetch(address, {
        method,
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
        headers: { ...(authorization ? { authorization } : {}), depth: method === "PROPFIND" ? "0" : "infinity" },
        ...(content ? { body: new Uint8Array(content) } : {}),
      });
    } catch (error) {
      throw new SyncStoreFailed("The sync server does not answer.", { cause: error });
    }
  };
}

function refuseUnless(answer: Response, ...wanted: readonly number[]): void {
  // 207 means that the request succeeded but a part of it failed.
  const isGood = wanted.includes(answer.status) || (answer.ok && answer.status !== 207);
  if (!isGood) throw new SyncStoreFailed(`The sync server answered ${answer.status}.`);
}

/** Stores each account's files in a separate collection on a WebDAV server, with the service's credentials. */
export function webDavSyncStore(options: WebDavOptions): SyncStore {
  const root = options.url.replace(/\/$/, "");
  const ask = asker(options);
  const collectionOf = (username: string): string => `${root}/${encodeURIComponent(accountFolder(username))}`;
  const addressOf = (username: string, file: string): string =>
    `${collectionOf(username)}/${file.split("/").map(encodeURIComponent).join("/")}`;
  return {
    put: async (username, file, content) => {
      if (!isFilePath(file)) throw new SyncStoreFailed(`"${file}" is not a path inside the account's data.`);
      let collection = collectionOf(username);
      for (const segment of ["", ...file.split("/").slice(0, -1)]) {
        collection = segment === "" ? collection : `${collection}/${encodeURIComponent(segment)}`;
        // 405 means that it already exists.
        refuseUnless(await ask("MKCOL", `${collection}/`), 405);
      }
      refuseUnless(await ask("PUT", addressOf(username, file), content));
    },
    get: async (username, file) => {
      if (!isFilePath(file)) return null;
      const answer = await ask("GET", addressOf(username, file));
      if (answer.status === 404) return null;
      refuseUnless(answer);
      return Buffer.from(await answer.arrayBuffer());
    },
    delete: async (username, file) => {
      if (isFilePath(file)) refuseUnless(await ask("DELETE", addressOf(username, file)), 404);
    },
    deleteAll: async (username) => {
      const collection = `${collectionOf(username)}/`;
      refuseUnless(await ask("DELETE", collection), 404);
      // The server's answer may be wrong, so this checks that the collection is gone.
      const left = await ask("PROPFIND", collection);
      if (left.status !== 404) throw new SyncStoreFailed("Some synced data is still there.");
    },
  };
}
