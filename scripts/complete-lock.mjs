// Completes package-lock.json: `npm run lock`, after each change of dependencies.
//
// npm omits platform packages that the configured registry did not have, and then `npm ci` refuses the lockfile on every
// platform. npm adds a checksum only to what it installs here. So this adds the missing entries, and asks the registry
// for each missing checksum.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const file = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), "package-lock.json");
const PLATFORM =
  /(?:^|[-/])(?<os>android|darwin|freebsd|linux|openharmony|win32)-(?<cpu>arm64|arm|ia32|ppc64|riscv64|s390x|x64)(?:-(?<abi>\w+))?$/;

/** Returns the platform in a package's name; null if the name has none. */
function platformOf(name) {
  const { os, cpu, abi } = PLATFORM.exec(name)?.groups ?? {};
  if (!os) return null;
  const libc = os === "linux" ? { gnu: "glibc", musl: "musl" }[abi] : undefined;
  return { cpu: [cpu], libc: libc && [libc], os: [os] };
}

/** Returns the lockfile's text with an entry for each missing optional package. */
function completed(text) {
  const lock = JSON.parse(text);
  for (const [place, { dev, optionalDependencies = {} }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const isHeld = `${place}/node_modules/${name}` in lock.packages || `node_modules/${name}` in lock.packages;
      const platform = platformOf(name);
      if (isHeld || !platform || !/^\d+\.\d+\.\d+$/.test(version)) continue;
      const { cpu, libc, os } = platform;
      lock.packages[`node_modules/${name}`] = { version, cpu, dev, libc, optional: true, os };
    }
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, "en")));
  return `${JSON.stringify(lock, null, 2)}\n`;
}

/** Returns the registry's checksum and license of a package, with its version. */
function published(name, version) {
  const told = execFileSync("npm", ["view", `${name}@${version}`, "dist.integrity", "license", "--json"], {
    encoding: "utf8",
  });
  const { "dist.integrity": integrity, license } = JSON.parse(told);
  if (!integrity?.startsWith("sha512-")) throw new Error(`The registry has no checksum of ${name}@${version}.`);
  return { integrity, license };
}

/** Returns the lockfile's text with a checksum for each package. */
function withChecksums(text) {
  const lock = JSON.parse(text);
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (!place.includes("node_modules/") || entry.link || entry.integrity) continue;
    const { version, ...others } = entry;
    const { integrity, license } = published(place.slice(place.lastIndexOf("node_modules/") + 13), version);
    const rest = Object.entries({ ...others, license }).toSorted(([a], [b]) => (a < b ? -1 : 1));
    lock.packages[place] = { version, integrity, ...Object.fromEntries(rest) };
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  fs.writeFileSync(file, withChecksums(completed(fs.readFileSync(file, "utf8"))));
