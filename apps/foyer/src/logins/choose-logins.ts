import type { Config } from "@foyer/service-kit/config";
import { openPool, sqlState } from "@foyer/service-kit/db";
import { migrate, pendingMigrations } from "@foyer/service-kit/migrate";
import { everyService } from "@foyer/service-kit/roles";
import { ownSecrets } from "../data-folder/secrets.ts";
import { allSchemas } from "../db/migrations.ts";
import { judgeLogin, sentenceOf } from "./judge-login.ts";
import { grantServices, servingLogin, withClient } from "./serving-login.ts";
import { tryAddress } from "./try-address.ts";

/** The database logins of an installation. */
export interface Logins {
  readonly servingUrl: string;
  /** May change tables. Null if the operator gave no such login. */
  readonly setupUrl: string | null;
  /** One sentence about excess rights of the serving login, or null. */
  readonly fault: string | null;
}

const NOT_SET_UP = ["22023", "42704", "42501"];

/** Refuses a database without this version's migrations, because the serving login cannot create them. */
async function refuseUnready(servingUrl: string, hint: string): Promise<void> {
  const pool = openPool({ url: servingUrl, role: everyService, schema: "foyer", max: 1 });
  try {
    const pending = await pendingMigrations(pool, allSchemas).catch((error: unknown) => {
      if (NOT_SET_UP.includes(sqlState(error) ?? "")) return ["all"];
      throw error;
    });
    if (pending.length > 0)
      throw new Error(`The database of DATABASE_URL is not set up for this version (${pending.join(", ")}). ${hint}`);
  } finally {
    await pool.end();
  }
}

/** Refuses a database without Foyer's schemas: with a wrong DATABASE_URL, a command would report success about an empty one. */
async function refuseMissing(url: string): Promise<void> {
  const { rowCount } = await withClient(url, (client) =>
    client.query("select from pg_namespace where nspname = 'foyer'"),
  );
  if (rowCount) return;
  throw new Error(
    "DATABASE_URL: that database is not Foyer's; set the DATABASE_URL of the system that serves. Only serve, import, restore and setup create one",
  );
}

async function faultOf(servingUrl: string): Promise<string | null> {
  const judged = await withClient(servingUrl, judgeLogin);
  return judged.powers.length === 0 ? null : `DATABASE_URL: ${sentenceOf(judged)}`;
}

async function bothGiven(servingUrl: string, setupUrl: string): Promise<Logins> {
  await migrate(setupUrl, allSchemas);
  const { name } = await withClient(servingUrl, judgeLogin);
  await grantServices(setupUrl, name);
  await refuseUnready(servingUrl, "DATABASE_SETUP_URL leads to another one.");
  return { servingUrl, setupUrl, fault: await faultOf(servingUrl) };
}

/**
 * Sets up the operator's database as far as the given logins allow, and chooses the login to serve with.
 *
 * If the only given login may set up, it creates a login that may not. If the server rejects the new one,
 * the given login serves, and `fault` reports that.
 */
export async function chooseLogins(
  config: Config,
  given: string,
  missing: "may create" | "must exist",
): Promise<Logins> {
  if (config.databaseSetupUrl !== null) await tryAddress("DATABASE_SETUP_URL", config.databaseSetupUrl);
  await tryAddress("DATABASE_URL", given);
  if (missing === "must exist") await refuseMissing(given);
  if (config.databaseSetupUrl !== null) return bothGiven(given, config.databaseSetupUrl);
  const judged = await withClient(given, judgeLogin);
  if (!judged.canSetUp) {
    await refuseUnready(given, "Run `npm run foyer -- setup` with DATABASE_SETUP_URL once.");
    return { servingUrl: given, setupUrl: null, fault: await faultOf(given) };
  }
  await migrate(given, allSchemas);
  const credential = config.serviceCredential ?? ownSecrets(config.dataDir).serviceCredential;
  const made = await servingLogin(given, credential);
  if ("url" in made) return { servingUrl: made.url, setupUrl: given, fault: null };
  return { servingUrl: given, setupUrl: given, fault: `DATABASE_URL: ${sentenceOf(judged)}; ${made.refused}` };
}
