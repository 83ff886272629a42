import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const home = fileURLToPath(new URL("..", import.meta.url));
const unit = fs.readFileSync(path.join(home, "deploy/foyer@.service"), "utf8");
const [, service = ""] = unit.split("[Service]");

test("HA-08 the unit starts an instance again without end, however long the database is away", () => {
  expect(unit.split("[Service]")[0]).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(service).toMatch(/^Restart=always$/m);
  expect(service).toMatch(/^RestartSec=[1-5]$/m);
});

test("HA-08 the unit waits for as long as an instance takes to end", () => {
  // DRAIN_SECONDS in production, three more without further connections, and ten for what is under way.
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(service)?.[1])).toBeGreaterThanOrEqual(5 + 3 + 10);
});

test("HA-08 HA-01 F30 a start without any of its servers ends at once with one line that names the last one", async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "foyer-away-"));
  const started = spawnSync(path.join(home, "node_modules/.bin/node"), ["apps/foyer/src/main.ts", "serve"], {
    cwd: home,
    encoding: "utf8",
    env: {
      ...process.env,
      DATABASE_URL: "postgres://foyer@/foyer?host=/tmp/nobody-1,/tmp/nobody-2",
      DATA_DIR: dataDir,
      PORT: "0",
    },
  });
  await rm(dataDir, { recursive: true, force: true });
  expect(started.status).toBe(1);
  expect(started.stderr).toBe("Foyer cannot go on: connect ENOENT /tmp/nobody-2/.s.PGSQL.5432\n");
});
