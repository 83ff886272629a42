import type pg from "pg";
import { sqlState } from "./db.ts";

/** Has the rights of all services: for what reads or writes the schemas of several of them in one transaction. */
export const everyService = "foyer_all_services";

type Owner = Pick<pg.Pool, "query">;

const DUPLICATE_OBJECT = "42710";
const UNIQUE_VIOLATION = "23505";
const CHANGED_MEANWHILE = "XX000";
const GRANTED_BY_HIM = "0LP01";

/** Roles belong to the whole server, so that another database's migration may make the same one at the same moment. */
export async function ensureRole(owner: Owner, role: string): Promise<void> {
  const { rowCount } = await owner.query("select 1 from pg_roles where rolname = $1", [role]);
  if (!rowCount) {
    await owner.query(`create role ${role} nologin`).catch((error: unknown) => {
      if (sqlState(error) !== DUPLICATE_OBJECT && sqlState(error) !== UNIQUE_VIOLATION) throw error;
    });
  }
  // Who connects must be able to become the role, superuser or not.
  await owner.query(`grant ${role} to current_user`).catch((error: unknown) => {
    if (sqlState(error) !== CHANGED_MEANWHILE && sqlState(error) !== GRANTED_BY_HIM) throw error;
  });
}

/** Whether `member` can become `role` by a grant of its own; PostgreSQL 15 has no grants that leave this out. */
const MEMBER = `select from pg_auth_members m
  where roleid = $1::regrole and member = $2::regrole and coalesce((to_jsonb(m) ->> 'set_option')::boolean, true)`;

const TRIES = 10;

/** Lets `member` have the rights of `role`. */
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
