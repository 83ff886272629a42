import { managedLicensesSql } from "@foyer/accounts/license-list";
import type { AccountsTables } from "@foyer/accounts/tables";
import { openDatabase } from "@foyer/service-kit/db";
import { accountPage } from "./calls.ts";
import { licenseOf, managerOfFive, tokenOf } from "./fill.ts";
import { load, type Request } from "./load.ts";
import { type Figure, median, type Part, reaching } from "./part.ts";
import { type Product, startInProduction } from "./product.ts";

const ROUNDS = 5;
const WANTED = 1.3;
const SEARCH_MS = 100;

const largeTeam: Request = {
  method: "GET",
  path: `/api/1.1/registration_seats/${licenseOf(0)}/`,
  headers: { authorization: `Bearer ${tokenOf(0)}` },
};

const fiveLicenses: Request = {
  method: "POST",
  path: "/api/1.1/managed_team_licenses/",
  headers: { authorization: `Bearer ${tokenOf(managerOfFive)}`, "content-type": "application/json" },
  body: "{}",
};

async function p50({ port }: Product, request: (n: number) => Request): Promise<number> {
  return (await load({ port, connections: 1, ms: 700, request })).p50Ms;
}

async function compare(what: string, small: Product, large: Product, request: (n: number) => Request): Promise<Figure> {
  const rounds: [number, number][] = [];
  await p50(small, request);
  await p50(large, request);
  for (let round = 0; round < ROUNDS; round++) rounds.push([await p50(large, request), await p50(small, request)]);
  const ratio = median(rounds.map(([big, little]) => big / little));
  const middle = [0, 1].map((side) => median(rounds.map((pair) => pair[side] ?? 0)).toFixed(2)).join(" / ");
  return {
    what,
    figure: `${ratio.toFixed(2)} × (p50 ${middle} ms)`,
    ...reaching(ratio, { max: WANTED }),
  };
}

/** PostgreSQL's report of a statement that it ran. */
interface Plan {
  readonly Plan: Readonly<Record<"Actual Rows" | "Shared Hit Blocks" | "Shared Read Blocks", number>>;
}

/** Counts the pages that the list of five licenses reads, after it has run before. */
async function listBuffers({ ownerUrl }: Product): Promise<Figure> {
  const database = openDatabase<AccountsTables>({ url: ownerUrl, role: "foyer_accounts", schema: "accounts", max: 1 });
  try {
    const { sql, parameters } = managedLicensesSql(`account-${managerOfFive}`).compile(database.kysely);
    const explain = () =>
      database.pool.query<{ "QUERY PLAN": readonly Plan[] }>(`explain (analyze, buffers, format json) ${sql}`, [
        ...parameters,
      ]);
    await explain();
    const plan = (await explain()).rows[0]?.["QUERY PLAN"][0]?.Plan;
    if (!plan) throw new Error("the plan is missing");
    const buffers = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
    return {
      what: "pages read for a list of licenses",
      figure: `${buffers} for ${plan["Actual Rows"]} licenses, at 1,000,000 accounts`,
      ...reaching(buffers, { max: 15 + 2 * plan["Actual Rows"], digits: 0 }),
    };
  } finally {
    await database.close();
  }
}

/**
 * Searches that staff type: a name, an address, the beginning of each, a license, its key, a subscription, something
 * unknown.
 */
const searches = [
  "person777777",
  "person77@customer77.example",
  "person12",
  "@customer4321.example",
  "license-77777",
  "KEY-77777",
  "sub_77777",
  "nobody-at-all",
];

async function search({ port }: Product): Promise<Figure> {
  const worst: [number, string][] = [];
  for (const text of searches) {
    const request = (): Request => ({
      method: "GET",
      path: `/api/1.1/admin/search/?q=${encodeURIComponent(text)}`,
      headers: { authorization: `Bearer ${tokenOf(1)}` },
    });
    worst.push([(await load({ port, connections: 1, ms: 400, request })).p99Ms, text]);
  }
  const [ms, text] = worst.toSorted(([a], [b]) => b - a)[0] ?? [Number.NaN, ""];
  return {
    what: "staff search, worst p99",
    figure: `${ms.toFixed(1)} ms ("${text}")`,
    ...reaching(ms, { max: SEARCH_MS, unit: " ms", digits: 1 }),
  };
}

/** How much slower calls become with a hundred times as many customers. */
export const scale: Part = {
  about: "1,000,000 accounts and 100,000 licenses against 10,000 and 1,000, in production settings",
  run: async () => {
    const small = await startInProduction({ accounts: 10_000, licenses: 1_000 });
    const large = await startInProduction({ accounts: 1_000_000, licenses: 100_000 });
    try {
      const figures: Figure[] = [];
      for (const [what, request] of Object.entries(accountPage))
        figures.push(await compare(what, small, large, request));
      figures.push(await compare("the seats of a team of 2,200", small, large, () => largeTeam));
      figures.push(await compare("the list of five licenses", small, large, () => fiveLicenses));
      figures.push(await listBuffers(large));
      figures.push(await search(large));
      return figures;
    } finally {
      await small.system.close();
      await large.system.close();
    }
  },
};
