import type pg from "pg";
import { sqlState } from "./db.ts";

/** Has the rights of all services, for code that uses several schemas in one transaction. */
export const everyService = "foyer_all_services";

type Owner = Pick<pg.Pool, "query">;

const DUPLICATE_OBJECT = "42710";
const UNIQUE_VIOLATION = "23505";
const CHANGED_MEANWHILE = "XX000";
const GRANTED_BY_HIM = "0LP01";

/**
 * Creates a role if it is missing. Roles belong to the whole server, so a migration of another database may create the same one
 * concurrently.
 */
export async function ensureRole(owner: Owner, role: string): Promise<void> {
  const { rowCount } = await owner.query("select 1 from pg_roles where rolname = $1", [role]);
  if (!rowCount) {
    await owner.query(`create role ${role} nologin`).catch((error: unknown) => {
      if (sqlState(error) !== DUPLICATE_OBJECT && sqlState(error) !== UNIQUE_VIOLATION) throw error;
    });
  }
  // The connecting user must be able to become the role, with or without superuser rights.
  await owner.query(`grant ${role} to current_user`).catch((error: unknown) => {
    if (sqlState(error) !== CHANGED_MEANWHILE && sqlState(error) !== GRANTED_BY_HIM) throw error;
  });
}

/**
 * Finds a direct grant by which `member` can become `role`. Grants in PostgreSQL 15 have no `set_option`, which then counts as
 * true.
 */
const MEMBER = `select from pg_auth_members m
  where roleid = $1::regrole and member = $2::regrole and coalesce((to_jsonb(m) ->> 'set_option')::boolean, true)`;

const TRIES = 10;

/** Gives `member` the rights of `role`. */
export async function grantRole(owner: Owner, role: string, member: string, how = ""): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rowCount } = await owner.query(MEMBER, [role, member]);
    if (rowCount) return;
    try {
      await owner.query(`grant ${role} to ${member} ${how}`);
      return;
    } catch (error) {
      const isRace = [CHANGED_MEANWHILE, UNIQUE_VIOLATION].includes(sqlState(error) ?? "");
      if (!isRace || attempt === TRIES) throw error;
    }
  }
}
