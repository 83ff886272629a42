import type { Pool } from "pg";

/** A mail stored in the sandbox instead of being sent. */
export interface NewSandboxMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Mails that the sandbox keeps. */
const KEPT = 100_000;
/** A mail deletes at most this many older ones, so that none waits for a large backlog. */
const STEP = 1_000;

/** Deletes the oldest mails beyond that number. */
export async function keepNewestMails(pool: Pool, kept = KEPT): Promise<void> {
  await pool.query(
    `delete from foyer.sandbox_mails where id in (
       select id from foyer.sandbox_mails where id <= (select max(id) from foyer.sandbox_mails) - $1::int8 order by id limit $2
     )`,
    [kept, STEP],
  );
}

export async function insertSandboxMail(
  pool: Pool,
  now: Date,
  { to, subject, text, html }: NewSandboxMail,
): Promise<void> {
  await pool.query(
    "insert into foyer.sandbox_mails (recipient, subject, text, html, created_at) values ($1, $2, $3, $4, $5)",
    [to, subject, text, html, now],
  );
  await keepNewestMails(pool);
}

/** Deletes mails to or about these addresses, and those with text that matches a PostgreSQL pattern. */
export async function deleteSandboxMails(
  pool: Pool,
  addresses: readonly string[],
  pattern: string | null,
): Promise<void> {
  await pool.query(
    `delete from foyer.sandbox_mails where exists (
       select from unnest($1::text[]) address where position(address in lower(recipient || ' ' || text)) > 0
     ) or text ~ $2`,
    [addresses, pattern],
  );
}
