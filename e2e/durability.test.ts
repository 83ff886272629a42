import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { findRunningPostgres } from "@foyer/service-kit/postgres-server";
import { expectWithin } from "@foyer/testing/durations";
import { brokenInvariants } from "@foyer/testing/invariants";
import { type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import pg from "pg";
import { expect, test } from "vitest";

/** Rounds of "work, kill -9 of everything, start again". `npm run durability` runs the promised 20. */
const ROUNDS = Number(process.env["DURABILITY_ROUNDS"] ?? 1);
const ACKNOWLEDGED = 1_000;
const password = "correct horse battery staple";

const people = Array.from({ length: 20 }, (_, n) => ({
  type: "account",
  username: `person${n}`,
  email: `person${n}@example.com`,
  password,
}));

interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

async function tokensOf(system: RunningSystem, call: string, form: Record<string, string>): Promise<Tokens> {
  const { status, body } = await system.call("POST", `/api/1.1/${call}/`, { form });
  if (status !== 200) throw new Error(`${call} answers ${status}`);
  return { access: String(body.token.access_token), refresh: String(body.token.refresh_token) };
}

async function killEverything(system: RunningSystem): Promise<void> {
  const lock = fs.readFileSync(path.join(system.dataDir, "postgres/postmaster.pid"), "utf8");
  process.kill(Number(lock.split("\n")[0]), "SIGKILL");
  await system.stop("SIGKILL");
}

/** Works until the kill. Returns what was acknowledged: the last tokens of each session. */
async function workUntilKilled(system: RunningSystem): Promise<{ sessions: Tokens[]; acknowledged: number }> {
  const signIn = (n: number): Promise<Tokens> =>
    tokensOf(system, "signin", { username: `person${n % people.length}`, password });
  const sessions = [await signIn(0), await signIn(1), await signIn(2), await signIn(3)];
  let acknowledged = sessions.length;
  let isKilled = false;
  const kills: Promise<void>[] = [];
  const lane = async (own: number): Promise<void> => {
    for (let n = own; !isKilled; n += 4) {
      const session = sessions[own];
      if (!session) throw new Error("a lane without a session");
      // Sometimes a new session, with tokens that are checked too; it costs a hash.
      if (n % 100 < 4) sessions.push(await signIn(n));
      else sessions[own] = await tokensOf(system, "refresh", { refresh_token: session.refresh });
      if (++acknowledged < ACKNOWLEDGED || isKilled) continue;
      isKilled = true;
      kills.push(killEverything(system));
    }
  };
  await Promise.allSettled([0, 1, 2, 3].map(lane));
  await Promise.all(kills);
  return { sessions, acknowledged };
}

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/**
 * Returns the sessions with a last acknowledged token that the database does not know. If a refresh was cut off after
 * its commit, the acknowledged token is already spent; such a token counts as known.
 */
async function lost(url: string, sessions: readonly Tokens[]): Promise<Tokens[]> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const missing: Tokens[] = [];
  for (const session of sessions) {
    const { rows } = await owner.query<{ kept: boolean }>(
      `select exists (select from accounts.sessions where access_hash = $1)
           or exists (select from accounts.spent_refresh_tokens where token_hash = $2) as kept`,
      [hashOf(session.access), hashOf(session.refresh)],
    );
    if (!rows[0]?.kept) missing.push(session);
  }
  await owner.end();
  return missing;
}

test.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
  "R-73 F1 F2 a kill -9 of everything amid acknowledged sign-ins and refreshes loses none, and it restarts (round %i)",
  async () => {
    const system = await startFoyer({ lines: people });
    const { sessions, acknowledged } = await workUntilKilled(system);
    expect(acknowledged).toBeGreaterThanOrEqual(ACKNOWLEDGED);
    const before = performance.now();
    await system.restart();
    const readyMs = performance.now() - before;
    const url = (await findRunningPostgres(path.join(system.dataDir, "postgres"))) ?? "";
    expect(await lost(url, sessions)).toEqual([]);
    expect(await brokenInvariants(url)).toEqual([]);
    const untouched = sessions.slice(4);
    for (const { access } of untouched)
      expect((await system.call("POST", "/api/1.1/user/", { token: access })).status).toBe(200);
    process.stdout.write(`  ${acknowledged} acknowledged, ready again after ${Math.round(readyMs)} ms\n`);
    expectWithin(readyMs, 10_000);
    await system.close();
  },
  180_000,
);

test("R-73 F1 a kill -9 during an import keeps all of it or nothing, and earlier acknowledged writes stay", async () => {
  const system = await startFoyer({ lines: people });
  const lines = Array.from({ length: 3_000 }, (_, n) => ({
    type: "account",
    username: `later${n}`,
    email: `later${n}@example.com`,
  }));
  const importing = system.import(lines);
  await new Promise((resolve) => setTimeout(resolve, 400 + Math.random() * 800));
  await killEverything(system);
  const { code } = await importing;
  await system.restart();
  const again = await system.import([...people, ...lines]);
  expect(again.code).toBe(0);
  const { imported, skipped } = JSON.parse(again.stdout.trim().split("\n").at(-1) ?? "");
  const all = people.length + lines.length;
  expect(code === 0 ? [all] : [people.length, all]).toContain(skipped.account);
  expect(imported.account + skipped.account).toBe(people.length + lines.length);
  await system.close();
}, 180_000);
