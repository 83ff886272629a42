import { type ReconcilerRun, reconcilerRunKept } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import { rowBefore } from "@foyer/service-kit/page";
import { sql } from "kysely";
import type { Queryable } from "@foyer/service-kit/db";
import type { Drift, PurchaseTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";

export interface RunResult {
  readonly checked: number;
  /** Number of repaired things. */
  readonly mended: number;
  readonly drift?: readonly Drift[];
  readonly unmended?: readonly Unmended[];
}

export interface Unmended {
  readonly what: string;
  readonly reason: string;
}

interface RunAbout {
  readonly what: ReconcilerRun["what"];
  readonly askedBy: ReconcilerRun["asked_by"];
  readonly dryRun?: boolean;
}

interface BegunRun {
  end(result: RunResult): Promise<void>;
  fail(error: unknown): Promise<void>;
}

const { listed, uneventfulDays, days, most } = reconcilerRunKept;
const DAY_MS = 86_400_000;

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Starts the measurement of a run. The run is stored when it ends. */
export function beginRun(deps: Deps, { what, askedBy, dryRun = false }: RunAbout): BegunRun {
  const startedAt = deps.clock.now();
  const began = performance.now();
  const keep = async (result: RunResult, error: string | null): Promise<void> => {
    const { checked, mended, drift = [], unmended = [] } = result;
    await deps.db
      .insertInto("reconciler_runs")
      .values({
        what,
        started_at: startedAt,
        took_ms: Math.round(performance.now() - began),
        asked_by: askedBy,
        dry_run: dryRun,
        checked,
        mended,
        drift: JSON.stringify(drift.slice(0, listed)),
        unmended: JSON.stringify(unmended.slice(0, listed)),
        error,
      })
      .execute();
  };
  return {
    end: (result) => keep(result, null),
    fail: async (error) => {
      // The reason of the failure matters more than a database that is also unavailable.
      await keep({ checked: 0, mended: 0 }, reasonOf(error)).catch((lost: unknown) =>
        deps.log.warn({ err: lost }, "a run of the reconciler was not kept"),
      );
    },
  };
}

/** Runs `work` as a stored run. */
export async function recordedRun<Result extends RunResult>(
  deps: Deps,
  about: RunAbout,
  work: () => Promise<Result>,
): Promise<Result> {
  const run = beginRun(deps, about);
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    await run.fail(error);
    throw error;
  }
  await run.end(result);
  return result;
}

const isEventful = sql<boolean>`(mended > 0 or error is not null or drift <> '[]' or unmended <> '[]')`;

/** Deletes runs without findings after a day, other runs after a month, and all beyond the maximum number. */
export async function dropOldRuns({ db, clock }: Deps): Promise<void> {
  const ago = (count: number): Date => new Date(clock.now().getTime() - count * DAY_MS);
  await db
    .deleteFrom("reconciler_runs")
    .where((eb) =>
      eb.or([
        eb("started_at", "<", ago(days)),
        eb("id", "<=", sql<number>`(select max(id) from reconciler_runs) - ${most}::int8`),
        eb.and([eb("started_at", "<", ago(uneventfulDays)), eb.not(isEventful)]),
      ]),
    )
    .execute();
}

const RUNS = 50;

/** Returns the latest runs, newest first. */
export async function listRuns(
  { db }: Deps,
  wanted: {
    readonly limit?: number | undefined;
    /** Id of the last run on the previous page. */
    readonly before?: string | undefined;
    readonly eventful?: boolean | undefined;
  },
): Promise<ReconcilerRun[]> {
  const { limit = RUNS, before, eventful = false } = wanted;
  const last = rowBefore(before);
  let query = db.selectFrom("reconciler_runs").selectAll().orderBy("id", "desc").limit(limit);
  if (last !== null) query = query.where("id", "<", last);
  if (eventful) query = query.where(isEventful);
  const rows = await query.execute();
  return rows.map(({ id, started_at: startedAt, drift, unmended, ...run }) => ({
    ...run,
    id: String(id),
    at: instantOf(startedAt),
    drift: [...drift],
    unmended: [...unmended],
  }));
}

export async function isRunKept({ db }: Deps, id: number): Promise<boolean> {
  return (await db.selectFrom("reconciler_runs").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

type Db = Queryable<PurchaseTables>;

/** Returns the progress of periodic work, or null if it never ran. */
export async function readProgress(db: Db, name: string): Promise<Date | null> {
  const row = await db.selectFrom("progress").select("reached_at").where("name", "=", name).executeTakeFirst();
  return row?.reached_at ?? null;
}

export async function saveProgress(db: Db, name: string, now: Date): Promise<void> {
  await db
    .insertInto("progress")
    .values({ name, reached_at: now })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ reached_at: now }))
    .execute();
}
