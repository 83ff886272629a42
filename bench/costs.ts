import fs from "node:fs";
import path from "node:path";
import { openPool } from "@foyer/service-kit/db";
import { accountPage, signInOf } from "./calls.ts";
import { licenseOf, tokenOf } from "./fill.ts";
import { load, type Request } from "./load.ts";
import type { Figure, Part } from "./part.ts";
import { activateDevices, fingerprintOf, type Product, startProduct } from "./product.ts";

/** Connection as the owner of the database. */
type Owner = ReturnType<typeof openPool>;

const ACCOUNTS = 10_000;
const LICENSES = 1_000;
const DEVICES = 200;
const WARM_UP_MS = 1_500;
const MS = 4_000;
const CONNECTIONS = 16;
/** The primary of the estimates. */
const CORES = 64;
/** Share of its CPU that is planned for: the rest is for vacuum, the standby and a bad hour. */
const USED = 0.65;
/** Kernel clock ticks are 10 ms. */
const TICK_US = 10_000;

const json = (person: number): Record<string, string> => ({
  authorization: `Bearer ${tokenOf(person)}`,
  "content-type": "application/json",
});
// The first session has the large team, and the second one is staff.
const ordinary = (n: number): number => 2 + (n % DEVICES);

/** Calls whose cost is measured; `n` differs in each, so that each can invite another address. */
function callsOf(devices: readonly string[]): Readonly<Record<string, (n: number) => Request>> {
  return {
    "session check": (n) => accountPage["user"]?.(n) as Request,
    "license list": (n) => accountPage["managed_team_licenses"]?.(n) as Request,
    "validation of a device": (n) => ({
      method: "POST",
      path: `/api/1.1/activations/${devices[n % DEVICES]}/validate/`,
      headers: json(ordinary(n)),
      body: JSON.stringify({ fingerprint: fingerprintOf(n % DEVICES) }),
    }),
    "sign-in": (n) => signInOf(n),
    "invitation with its mail": (n) => ({
      method: "POST",
      path: `/api/1.1/registration_seats/${licenseOf(ordinary(n))}/`,
      headers: json(ordinary(n)),
      body: JSON.stringify({ seats: `invited-${n}@customer.example` }),
    }),
  };
}

function statOf(pid: string): readonly string[] {
  return fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
}

/** Returns the CPU time of a PostgreSQL server so far in microseconds, its ended processes included. */
function serverCpuUs(postmaster: string): number {
  const pids = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  let ticks = 0;
  for (const pid of pids) {
    try {
      const stat = statOf(pid);
      if (stat[1] === postmaster || pid === postmaster) ticks += Number(stat[11]) + Number(stat[12]);
      if (pid === postmaster) ticks += Number(stat[13]) + Number(stat[14]);
    } catch {
      // The process has ended; its time is in the postmaster's.
    }
  }
  return ticks * TICK_US;
}

interface Cost {
  readonly walBytes: number;
  readonly postgresUs: number;
  readonly ownUs: number;
}

/** Measures the bytes that one kind of call writes ahead, and its CPU time. */
async function costOf(product: Product, query: Owner, request: (n: number) => Request): Promise<Cost> {
  const postmaster = fs
    .readFileSync(path.join(product.system.dataDir, "postgres/postmaster.pid"), "utf8")
    .split("\n")[0];
  const written = async (): Promise<number> =>
    Number((await query.query("select pg_current_wal_insert_lsn() - '0/0' as bytes")).rows[0]?.bytes);
  let sent = 0;
  const options = { port: product.port, connections: CONNECTIONS, pid: product.pid, request: () => request(sent++) };
  await load({ ...options, ms: WARM_UP_MS });
  const [wal, cpu, before] = [await written(), serverCpuUs(postmaster ?? ""), sent];
  const { cpuUs } = await load({ ...options, ms: MS });
  const count = sent - before;
  return {
    walBytes: ((await written()) - wal) / count,
    postgresUs: (serverCpuUs(postmaster ?? "") - cpu) / count,
    ownUs: cpuUs,
  };
}

const whole = (value: number): string => Math.round(value).toLocaleString("en-US");

function figureOf(what: string, { walBytes, postgresUs, ownUs }: Cost): Figure {
  const perSecond = (CORES * USED * 1_000_000) / postgresUs;
  return {
    what,
    figure: `${whole(walBytes)} bytes of WAL, PostgreSQL ${whole(postgresUs)} µs, Foyer ${whole(ownUs)} µs`,
    wanted: `none: ${whole(perSecond)} a second on ${CORES} cores at ${USED * 100} %, ${whole((perSecond * ownUs) / 1_000_000)} cores of instances`,
    holds: true,
  };
}

async function sizes(query: Owner): Promise<readonly Figure[]> {
  const { rows } = await query.query<{ name: string; bytes: string; rows: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes, reltuples::bigint as rows from pg_class
     where relnamespace = 'accounts'::regnamespace and relname in ('accounts', 'licenses', 'seats', 'sessions') order by 1`,
  );
  return rows.map(({ name, bytes, rows: count }) => ({
    what: `a row of ${name}`,
    figure: `${whole(Number(bytes) / Math.max(1, Number(count)))} bytes with its indexes (${whole(Number(count))} rows)`,
    wanted: "none",
    holds: true,
  }));
}

/** The cost of a call. docs/operations.md estimates the capacity of one primary from it. */
export const costs: Part = {
  about: `bytes of WAL and CPU time a call, on ${whole(ACCOUNTS)} accounts, ${CONNECTIONS} connections`,
  run: async () => {
    const product = await startProduct({ accounts: ACCOUNTS, licenses: LICENSES });
    const query = openPool({ url: product.ownerUrl, role: null, schema: "accounts", max: 1 });
    try {
      const stored = await sizes(query);
      await query.query("update accounts.licenses set total_seats = 2200 where id <> $1", [licenseOf(0)]);
      const figures: Figure[] = [];
      for (const [what, request] of Object.entries(
        callsOf(
          await activateDevices(
            product,
            Array.from({ length: DEVICES }, (_, n) => ordinary(n)),
          ),
        ),
      ))
        figures.push(figureOf(what, await costOf(product, query, request)));
      return [...figures, ...stored];
    } finally {
      await query.end();
      await product.system.close();
    }
  },
};
