import { everyService } from "@foyer/service-kit/roles";
import type pg from "pg";
import { allSchemas } from "../db/migrations.ts";

/** A right of a login beyond switching to the services' roles, and the SQL that removes it. */
interface Power {
  readonly what: string;
  readonly mend: string;
}

export interface JudgedLogin {
  readonly name: string;
  /** True if it may create what the product needs: roles, schemas, tables. */
  readonly canSetUp: boolean;
  /** Empty for a login that is fit to serve. */
  readonly powers: readonly Power[];
}

/** The services' roles, and the role of all services. */
export const servicesRoles: readonly string[] = [...allSchemas.map(({ role }) => role), everyService];

interface Facts {
  readonly name: string;
  readonly quoted: string;
  readonly rolsuper: boolean;
  readonly rolcreaterole: boolean;
  readonly rolcreatedb: boolean;
  readonly rolreplication: boolean;
  readonly rolbypassrls: boolean;
  readonly owns: boolean;
  readonly has_rights: boolean;
  readonly may_create: boolean;
  readonly database: string;
  /** Roles outside the services that it can switch to or inherits from. */
  readonly others: readonly string[];
  readonly administers: readonly string[];
  /** Roles that it inherits rights from. */
  readonly inherits: readonly string[];
}

const FACTS = `
  with recursive login as (select *, quote_ident(rolname) as quoted from pg_roles where rolname = session_user),
  reached (id) as (
    select roleid from pg_auth_members join login on member = login.oid
    union
    select roleid from pg_auth_members join reached on member = reached.id),
  held as (
    select deptype, classid from pg_shdepend, login
    where refclassid = 'pg_authid'::regclass and refobjid = login.oid
      and dbid in (0, (select oid from pg_database where datname = current_database())))
  select rolname as name, quoted, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
    exists (select from held where deptype = 'o') as owns,
    exists (select from held where deptype = 'a' and classid not in ('pg_database'::regclass, 'pg_auth_members'::regclass)) as has_rights,
    has_database_privilege(login.oid, current_database(), 'create') as may_create,
    quote_ident(current_database()) as database,
    array(select quote_ident(rolname) from reached join pg_roles on oid = reached.id where rolname <> all($1) order by 1) as others,
    array(select quote_ident(r.rolname) from pg_auth_members m join pg_roles r on r.oid = m.roleid
      where m.member = login.oid and m.admin_option order by 1) as administers,
    array(select quote_ident(r.rolname) from reached join pg_roles r on r.oid = reached.id
      where r.rolname = any($1) and pg_has_role(login.oid, r.oid, 'usage') order by 1) as inherits
  from login`;

function powersOf(facts: Facts): Power[] {
  const { quoted, database } = facts;
  // A superuser needs no other right.
  if (facts.rolsuper) return [{ what: "it is a superuser", mend: `alter role ${quoted} nosuperuser` }];
  const attributes = [
    [facts.rolcreaterole, "it may make roles", "nocreaterole"],
    [facts.rolcreatedb, "it may make databases", "nocreatedb"],
    [facts.rolreplication, "it may copy the whole server", "noreplication"],
    [facts.rolbypassrls, "it passes over row-level security", "nobypassrls"],
  ] as const;
  return [
    ...attributes
      .filter(([has]) => has)
      .map(([, what, without]) => ({ what, mend: `alter role ${quoted} ${without}` })),
    ...(facts.owns
      ? [{ what: "it owns databases, schemas or tables", mend: `reassign owned by ${quoted} to <the setup login>` }]
      : []),
    ...(facts.has_rights ? [{ what: "it has rights of its own", mend: `drop owned by ${quoted}` }] : []),
    ...(facts.may_create && !facts.owns
      ? [{ what: "it may make schemas", mend: `revoke create on database ${database} from ${quoted}` }]
      : []),
    ...facts.others.map((role) => ({ what: `it is a member of ${role}`, mend: `revoke ${role} from ${quoted}` })),
    ...facts.administers.map((role) => ({
      what: `it may give ${role} away`,
      mend: `revoke admin option for ${role} from ${quoted}`,
    })),
    ...(facts.inherits.length > 0
      ? [
          {
            what: `it has the rights of ${facts.inherits.join(", ")} at all times`,
            mend: `revoke ${facts.inherits.join(", ")} from ${quoted}; alter role ${quoted} noinherit`,
          },
        ]
      : []),
  ];
}

/** Returns the rights of the connection's login, in any current role. */
export async function judgeLogin(db: Pick<pg.ClientBase, "query">): Promise<JudgedLogin> {
  const { rows } = await db.query<Facts>(FACTS, [servicesRoles]);
  const [facts] = rows;
  if (!facts) throw new Error("PostgreSQL does not tell who is logged in");
  return {
    name: facts.name,
    canSetUp: facts.rolsuper || facts.rolcreaterole || facts.may_create,
    powers: powersOf(facts),
  };
}

/** Returns one sentence for the operator: the login's excess rights and the SQL that removes them. */
export function sentenceOf({ name, powers }: JudgedLogin): string {
  const told = powers.map(({ what, mend }) => `${what} (${mend};)`).join(", ");
  return `the login "${name}" can do more than serve: ${told}`;
}
