import { spawnSync } from "node:child_process";
import fs from "node:fs";

/** Returns the path of a program of Debian's packages, from `<NAME>_PATH` or by its name; null if it is not installed. */
export function debianProgram(name: string): string | null {
  const named = process.env[`${name.toUpperCase()}_PATH`];
  const places = named ? [named] : [`/usr/sbin/${name}`, `/usr/bin/${name}`];
  return places.find((place) => fs.existsSync(place)) ?? null;
}

/** Its version as `[major, minor]`; null where it says none. */
export function versionOf(program: string, flag: string): readonly [number, number] | null {
  const said = spawnSync(program, [flag], { encoding: "utf8" });
  const match = /(\d+)\.(\d+)/.exec(`${said.stdout}${said.stderr}`);
  return match ? [Number(match[1]), Number(match[2])] : null;
}

/** Runs as root only what root may run; others are nobody in a namespace, where files stay root's. */
export function unprivileged(program: string, args: readonly string[]): [string, string[]] {
  if (process.getuid?.() !== 0) return [program, [...args]];
  return ["unshare", ["-U", "--map-user=65534", "--map-group=65534", program, ...args]];
}
