import { accountsSchema } from "@foyer/accounts/migrations";
import { missingLicenseKeys, resealLicenseSecrets } from "@foyer/accounts/license-secrets";
import { missingAppKeys, resealAppKeys } from "@foyer/accounts/signing-keys";
import { missingKeys, resealFactors, type Resealed } from "@foyer/accounts/sealed-factors";
import type { AccountsTables } from "@foyer/accounts/tables";
import type { Config } from "@foyer/service-kit/config";
import { openDatabase } from "@foyer/service-kit/db";
import type { Keyring } from "@foyer/service-kit/keyring";
import type { Kysely } from "kysely";
import type { OpenDatabase } from "./open-database.ts";
import { ownKeyring } from "./own-keyring.ts";

/** Does `work` as the accounts service. @param patient false keeps the time limits of a request. */
export async function asAccounts<T>(
  { servingUrl: url }: OpenDatabase,
  work: (db: Kysely<AccountsTables>) => Promise<T>,
  patient = true,
) {
  const { role, schema } = accountsSchema;
  const database = openDatabase<AccountsTables>({ url, role, schema, max: 1, patient });
  try {
    return await work(database.kysely);
  } finally {
    await database.close();
  }
}

/** Returns the operator's text about missing keys. */
export function lackOf(missing: readonly string[]): string {
  const keys = missing.length === 1 ? `the key ${missing[0]}` : `the keys ${missing.join(", ")}`;
  return `was encrypted with ${keys}, which this installation does not have; add what it was to the end of SECRETS_KEY`;
}

/** Returns one sentence if this installation lacks keys for stored secrets, otherwise null. */
export async function secretsFault(config: Config, database: OpenDatabase): Promise<string | null> {
  const keyring = ownKeyring(config);
  return asAccounts(database, async (db) => {
    const factors = await missingKeys(db, keyring);
    if (factors.length > 0) return `SECRETS_KEY: what the database keeps of second factors ${lackOf(factors)}`;
    const apps = await missingAppKeys(db, keyring);
    if (apps.length > 0) return `SECRETS_KEY: what signs the tokens of apps ${lackOf(apps)}`;
    const licenses = await missingLicenseKeys(db, keyring);
    return licenses.length > 0 ? `SECRETS_KEY: what signs files of licenses ${lackOf(licenses)}` : null;
  });
}

/**
 * Re-encrypts all secrets of other keys with the first key, in one run. No instance of an earlier version may be running.
 *
 * @param giveUp whether secrets that no key can decrypt are replaced by random ones.
 */
export function resealNow(database: OpenDatabase, keyring: Keyring, giveUp = false): Promise<Resealed> {
  return asAccounts(database, async (db) => {
    const factors = await resealFactors(db, keyring, { isAlone: true, giveUp });
    const apps = await resealAppKeys(db, keyring);
    const licenses = await resealLicenseSecrets(db, keyring);
    return { sealed: factors.sealed + apps.sealed + licenses, unreadable: factors.unreadable };
  });
}
