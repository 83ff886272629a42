import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const home = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string): string => readFileSync(path.join(home, file), "utf8");

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
const lock = JSON.parse(read("package-lock.json")) as { packages: Readonly<Record<string, LockedPackage>> };
const locked = Object.entries(lock.packages).filter(([place, { link }]) => place.includes("node_modules/") && !link);

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes: readonly { alg: string; content: string }[];
  readonly licenses?: readonly { license?: { id: string }; expression?: string }[];
}

function sbom(...args: string[]): { bomFormat: string; specVersion: string; components: readonly Component[] } {
  const text = execFileSync(process.execPath, [path.join(home, "scripts/sbom.mjs"), ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  return JSON.parse(text) as ReturnType<typeof sbom>;
}

/** Permissive licenses; MPL-2.0, which has obligations only for its own files; OFL-1.1, which allows fonts in documents. */
const WELCOME =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|MPL-2\.0|BlueOak-1\.0\.0|Python-2\.0|CC0-1\.0|CC-BY-4\.0|OFL-1\.1|Zlib|Unlicense)$/;

/** Licenses that only a file names; the file was read. */
const LICENSE_IN_FILE: Readonly<Record<string, string>> = { "png-js": "MIT" };

describe("R-83 what Foyer is made of", () => {
  test("R-83 every package is locked with its checksum, and comes from the configured registry (FAULT-33)", () => {
    for (const [place, entry] of locked) {
      expect(entry.integrity, `${place}: npm run lock`).toMatch(/^sha512-/);
      expect(entry.resolved, `${place} names no address of its own`).toBeUndefined();
    }
  });

  test("R-83 the lockfile names every package of every platform, as npm ci requires", () => {
    for (const [place, { optionalDependencies = {} }] of Object.entries(lock.packages)) {
      for (const name of Object.keys(optionalDependencies)) {
        const places = [`${place}/node_modules/${name}`, `node_modules/${name}`];
        expect(
          places.some((one) => one in lock.packages),
          `${name} of ${place}: npm run lock`,
        ).toBe(true);
      }
    }
  });

  test("R-83 installing runs no script of a package; docs/dependencies.md names those that have one, with a reason", () => {
    expect(read(".npmrc").split("\n")).toContain("ignore-scripts=true");
    const scripted = locked.flatMap(([place, { hasInstallScript }]) => (hasInstallScript ? [place.slice(13)] : []));
    const page = read("docs/dependencies.md");
    const named = [...page.matchAll(/^- `([^`]+)`: (.+)$/gm)];
    expect(named.map(([, name = ""]) => name).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(scripted.toSorted());
    for (const [, name, reason = ""] of named) expect(reason.length, name).toBeGreaterThan(30);
  });

  test("R-83 the SBOM names every locked package once, with version, checksum and license", () => {
    const { bomFormat, specVersion, components } = sbom();
    expect([bomFormat, specVersion]).toEqual(["CycloneDX", "1.6"]);
    const wanted = new Set(
      locked.map(([place, { version }]) => `${place.slice(place.lastIndexOf("node_modules/") + 13)}@${version}`),
    );
    expect(new Set(components.map(({ name, version }) => `${name}@${version}`))).toEqual(wanted);
    expect(components.length).toBe(wanted.size);
    for (const { purl, hashes } of components) expect(hashes[0]?.content, purl).toMatch(/^[0-9a-f]{128}$/);
    const shipped = sbom("--production").components.map(({ name }) => name);
    expect(shipped).toContain("fastify");
    expect(shipped).not.toContain("vitest");
  });

  test("R-83 only permissive licenses", () => {
    for (const { purl, licenses } of sbom().components) {
      const text = licenses?.[0]?.expression ?? licenses?.[0]?.license?.id ?? ownLicense(purl);
      for (const one of text.replaceAll(/[()]/g, "").split(/ AND | OR /)) expect(one, purl).toMatch(WELCOME);
    }
  });

  test("R-72 the database is PostgreSQL: no engine without fsync can be started by mistake", () => {
    expect(locked.map(([place]) => place).filter((place) => /pglite|sqlite/i.test(place))).toEqual([]);
  });
});

/** Returns the license in a package's own manifest, if the lockfile has none. */
function ownLicense(purl: string): string {
  const name = decodeURIComponent(purl.slice("pkg:npm/".length, purl.lastIndexOf("@")));
  const file = `node_modules/${name}/package.json`;
  if (!existsSync(path.join(home, file))) return "none told";
  const { license } = JSON.parse(read(file)) as { license?: string };
  return license ?? LICENSE_IN_FILE[name] ?? "none told";
}

/** Patterns of real secrets. Secrets of tests and the sandbox have a different content. */
const SECRETS: Readonly<Record<string, RegExp>> = {
  "a live key of the provider": /\b[rs]k_live_[A-Za-z0-9]{16,}/g,
  "a test key of the provider": /\b[rs]k_test_[A-Za-z0-9]{24,}/g,
  "a webhook secret": /\bwhsec_[A-Za-z0-9+/]{24,}/g,
  "a private key": /-----BEGIN [A-Z ]*PRIVATE KEY-----/g,
  "a token of a code host": /\b(gh[pousr]_[A-Za-z0-9]{30,}|glpat-[\w-]{20,}|npm_[A-Za-z0-9]{30,})/g,
  "a key of a cloud": /\b(AKIA|ASIA)[0-9A-Z]{16}\b/g,
};

function secretsIn(text: string): string[] {
  return Object.entries(SECRETS).flatMap(([what, shape]) =>
    (text.match(shape) ?? []).map((found) => `${what}: ${found}`),
  );
}

describe("R-83 secrets", () => {
  test("R-83 no file of the repository contains one", () => {
    const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: home, encoding: "utf8" })
      .split("\n")
      .filter((file) => file !== "" && existsSync(path.join(home, file)) && !/\.(png|woff2?|ico)$/.test(file));
    expect(files.length).toBeGreaterThan(500);
    expect(files.flatMap((file) => secretsIn(read(file)).map((found) => `${file}: ${found}`))).toEqual([]);
  });

  test("R-83 R-81 none in what browsers get, nor the sandbox's secret key", () => {
    const files = globSync("apps/portal/dist/**/*.{js,css,html,json,webmanifest}", { cwd: home });
    expect(files.length, "the portal is built").toBeGreaterThan(5);
    for (const file of files) {
      const text = read(file);
      expect(secretsIn(text), file).toEqual([]);
      expect(text, file).not.toMatch(/sk_(test|live)_|whsec_/);
    }
  });

  test("R-83 a page loads no script of a third party except the provider's", () => {
    const page = read("apps/portal/dist/index.html");
    expect(
      [...page.matchAll(/<script[^>]*src="([^"]*)"/g)]
        .map(([, address]) => address)
        .filter((a) => /^(https?:)?\/\//.test(a ?? "")),
    ).toEqual([]);
    const scripts = globSync("apps/portal/dist/assets/*.js", { cwd: home }).map(read).join("\n");
    const loaded = [...scripts.matchAll(/https:\/\/([\w.-]+)\/[\w./-]*\.js\b/g)].map(([, host]) => host);
    expect(new Set(loaded)).toEqual(new Set(loaded.length > 0 ? ["js.stripe.com"] : []));
  });

  test("R-83 the check detects each pattern", () => {
    const planted = [
      `sk_${"live"}_${"a1B2".repeat(5)}`,
      `sk_${"test"}_${"a1B2".repeat(8)}`,
      `whsec_${"a1B2".repeat(8)}`,
      `-----BEGIN ${"RSA"} PRIVATE KEY-----`,
      `ghp_${"a1B2".repeat(9)}`,
      `AKIA${"ABCD".repeat(4)}`,
    ];
    for (const [n, secret] of planted.entries()) expect(secretsIn(secret), Object.keys(SECRETS)[n]).toHaveLength(1);
  });
});
