import { createHash, createHmac, pbkdf2Sync, randomBytes, scryptSync } from "node:crypto";
import { connectWritable } from "@foyer/service-kit/connect";
import { sqlState } from "@foyer/service-kit/db";
import { grantRole } from "@foyer/service-kit/roles";
import pg from "pg";
import { judgeLogin, servicesRoles } from "./judge-login.ts";

/**
 * Returns the address of the same database with another login. Removes user and password from `url`,
 * including its parameters.
 */
function asLogin(url: string, name: string, password?: string): string {
  const who = password === undefined ? name : `${name}:${encodeURIComponent(password)}`;
  return url
    .replace(/^(postgres(?:ql)?:\/\/)(?:[^/?#]*@)?/, `$1${who}@`)
    .replaceAll(/([?&])(?:user|password)=[^&#]*/g, "$1");
}

const ROUNDS = 4_096;

/**
 * Returns what PostgreSQL stores for a password (RFC 5803). Computed here so that no statement or statement
 * log contains the password.
 */
function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, "sha256");
  const hmac = (text: string): Buffer => createHmac("sha256", salted).update(text).digest();
  const storedKey = createHash("sha256").update(hmac("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString("base64")}$${storedKey}:${hmac("Server Key").toString("base64")}`;
}

/** Connects, runs `work` and disconnects. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectWritable(url);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns the message of a server or pooler that rejects the login, or null if it accepts it. */
async function refusalOf(url: string): Promise<string | null> {
  try {
    return await withClient(url, async () => null);
  } catch (error) {
    // 28: no such role, wrong password, no line in pg_hba.conf. 08P01: a pooler that does not know the role.
    if (error instanceof Error && /^28|^08P01$/.test(sqlState(error) ?? "")) return error.message;
    throw error;
  }
}

/** Lets `login` switch to each role of the services, without inheriting their rights. */
export async function grantServices(setupUrl: string, login: string): Promise<void> {
  await withClient(setupUrl, async (client) => {
    const { rows } = await client.query<{ version: number; quoted: string }>(
      "select current_setting('server_version_num')::int as version, quote_ident($1) as quoted",
      [login],
    );
    const { version = 0, quoted = "" } = rows[0] ?? {};
    // Before PostgreSQL 16, inheritance was a setting of the member role.
    const how = version >= 160_000 ? "with inherit false, set true" : "";
    for (const role of servicesRoles) await grantRole(client, role, quoted, how);
  });
}

interface MadeLogin {
  readonly name: string;
  readonly password: string;
}

const MADE_PREFIX = "foyer_serving_";

/**
 * Derives the same login for all instances with the same credential. It needs no storage, and does not reveal
 * the credential.
 */
async function derivedLogin(setupUrl: string, credential: string): Promise<MadeLogin> {
  const database = await withClient(setupUrl, async (client) => {
    const { rows } = await client.query<{ oid: string }>(
      "select oid::text as oid from pg_database where datname = current_database()",
    );
    return rows[0]?.oid ?? "0";
  });
  const bytes = scryptSync(credential, `foyer serving login ${database}`, 36);
  return {
    name: `${MADE_PREFIX}${database}_${bytes.subarray(0, 4).toString("hex")}`,
    password: bytes.subarray(4).toString("base64url"),
  };
}

const SETUP_LOCK = 4_400_004;

/** Creates the login, or sets its password. */
async function makeLogin(setupUrl: string, { name, password }: MadeLogin): Promise<void> {
  await withClient(setupUrl, async (client) => {
    await client.query("select pg_advisory_lock($1)", [SETUP_LOCK]);
    const verifier = scramVerifier(password);
    const { rowCount } = await client.query("select from pg_roles where rolname = $1", [name]);
    await client.query(
      rowCount
        ? `alter role ${name} login password '${verifier}'`
        : `create role ${name} login noinherit password '${verifier}'`,
    );
  });
}

/**
 * Drops logins that were created for this database with former credentials, except `servingUrl`'s and those
 * in use. Must not run at each start, because another starting instance may have just created its login.
 */
export async function dropFormerLogins(setupUrl: string, servingUrl: string): Promise<void> {
  const { name } = await withClient(servingUrl, judgeLogin);
  await withClient(setupUrl, async (client) => {
    const { rows } = await client.query<{ former: string }>(
      `select rolname as former from pg_roles
       where starts_with(rolname, $1::text || (select oid::text from pg_database where datname = current_database()) || '_')
         and rolname <> $2
         and not exists (select from pg_stat_activity where usename = rolname)`,
      [MADE_PREFIX, name],
    );
    // A login that another setup login created cannot be dropped, and stays.
    for (const { former } of rows) await client.query(`drop role "${former}"`).catch(() => undefined);
  });
}

const INSUFFICIENT_PRIVILEGE = "42501";

/** A login that Foyer created, or the reason why it could not. */
export type ServingLogin = { readonly url: string } | { readonly refused: string };

/**
 * Returns a login that can only switch to the services' roles, created with `setupUrl`. All instances with
 * the same `credential` get the same login.
 */
export async function servingLogin(setupUrl: string, credential: string): Promise<ServingLogin> {
  const login = await derivedLogin(setupUrl, credential);
  const url = asLogin(setupUrl, login.name, login.password);
  try {
    if ((await refusalOf(url)) !== null) await makeLogin(setupUrl, login);
    await grantServices(setupUrl, login.name);
  } catch (error) {
    if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    return { refused: `no login can be made for serving: ${(error as Error).message}` };
  }
  const refusal = await refusalOf(url);
  return refusal === null ? { url } : { refused: `the login that was made for serving is not let in: ${refusal}` };
}

const EMBEDDED_LOGIN = "foyer_serving";

/**
 * Returns the login of the embedded database. Its password is derived from the superuser's, does not reveal it, and needs no
 * storage. A server that an earlier version started asks for none.
 */
export async function embeddedLogin(ownerUrl: string): Promise<string> {
  const { password } = new pg.Client({ connectionString: ownerUrl });
  if (!password) {
    await makeLogin(ownerUrl, { name: EMBEDDED_LOGIN, password: randomBytes(32).toString("base64url") });
    await grantServices(ownerUrl, EMBEDDED_LOGIN);
    return asLogin(ownerUrl, EMBEDDED_LOGIN);
  }
  const login = {
    name: EMBEDDED_LOGIN,
    password: createHmac("sha256", password).update(EMBEDDED_LOGIN).digest("base64url"),
  };
  const url = asLogin(ownerUrl, login.name, login.password);
  if ((await refusalOf(url)) !== null) await makeLogin(ownerUrl, login);
  await grantServices(ownerUrl, login.name);
  return url;
}
