// Adds to package-lock.json the platform packages that locked packages may need: `npm run lock`, after each change of
// dependencies.
//
// npm omits packages that the configured registry does not have, and then `npm ci` refuses the lockfile on every
// platform. An added entry has version and platform; npm adds its checksum at the first installation on such a
// platform.
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
export function completed(text) {
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

if (process.argv[1] === fileURLToPath(import.meta.url))
  fs.writeFileSync(file, completed(fs.readFileSync(file, "utf8")));
