import type { Config } from "@foyer/service-kit/config";
import { openPool, sqlState } from "@foyer/service-kit/db";
import { migrate, pendingMigrations } from "@foyer/service-kit/migrate";
import { everyService } from "@foyer/service-kit/roles";
import { ownSecrets } from "../data-folder/secrets.ts";
import { allSchemas } from "../db/migrations.ts";
import { judgeLogin, sentenceOf } from "./judge-login.ts";
import { grantServices, servingLogin, withClient } from "./serving-login.ts";

/** By which logins an installation uses its database. */
export interface Logins {
  readonly servingUrl: string;
  /** May change tables; null where the operator gave no such login. */
  readonly setupUrl: string | null;
  /** Why the serving login is more than production wants, as one sentence; null when it is not. */
  readonly fault: string | null;
}

const NOT_SET_UP = ["22023", "42704", "42501"];

/** A database that lacks what this version makes cannot be served from; its login cannot make it. */
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
 * Sets up a database of the operator's own as far as the given logins can, and finds the one to serve by.
 *
 * Where one login was given that can set up, it makes one that cannot; where the server does not let that one in, the given one
 * serves, and `fault` tells.
 */
export async function chooseLogins(config: Config, given: string): Promise<Logins> {
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
