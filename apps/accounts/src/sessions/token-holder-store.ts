import type { StaffRight } from "@foyer/service-kit/call";
import type { Database } from "@foyer/service-kit/db";
import { pointRead } from "@foyer/service-kit/point-read";
import { sql } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import type { Amr } from "../db/session-tables.ts";
import { type OwnRead, perOwnRead } from "../stores/own-read.ts";

/** The session and account of an access token. */
export interface TokenHolder {
  readonly session_id: string;
  /** A time as text. */
  readonly access_expires_at: string;
  readonly viewed_by: string | null;
  readonly idle_seconds: number;
  readonly amr: Amr[];
  readonly passkey_id: string | null;
  readonly app_grant_id: string | null;
  /** True when the session ended because its account was closed. */
  readonly account_closed: boolean;
  readonly account_id: string;
  readonly username: string;
  readonly email: string;
  readonly state: number;
  readonly is_staff: boolean;
  readonly staff_rights: StaffRight[];
  readonly customer_ids: string[];
  readonly second_factor: boolean;
  /** The value of the own read. */
  readonly own: unknown;
}

interface Token {
  readonly hash: Buffer;
  readonly now: Date;
  /** The id in the path of the call; empty without one. */
  readonly id: string;
}

const select = perOwnRead((own) =>
  pointRead<Token, TokenHolder>(
    ({ hash, now, id }) => sql<TokenHolder>`
    select sessions.id as session_id, sessions.access_expires_at, sessions.viewed_by, sessions.idle_seconds, sessions.amr,
      sessions.passkey_id, sessions.app_grant_id, sessions.account_closed, caller.id as account_id, caller.username, caller.email, caller.state,
      caller.is_staff, caller.staff_rights, caller.customer_ids,
      caller.is_staff and exists (
        select from second_factors where second_factors.account_id = caller.id and confirmed_at is not null
      ) as second_factor,
      ${own ? own.json({ account: sql.ref("caller.id"), now, id }) : sql`null`} as own
    from sessions join accounts caller on caller.id = sessions.account_id
    where sessions.access_hash = ${hash} and sessions.access_expires_at > ${now}`,
  ),
);

/**
 * The session of an unexpired access token, with its account. Every signed-in request runs this one select.
 *
 * @param own data of the caller to read in the same select; null for none.
 */
export async function findTokenHolder(
  database: Pick<Database<AccountsTables>, "kysely" | "read">,
  token: Token,
  own: OwnRead<unknown> | null = null,
): Promise<TokenHolder | null> {
  return (await select(own)(database, token))[0] ?? null;
}
