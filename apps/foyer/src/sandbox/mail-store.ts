import type { Pool } from "pg";

/** A mail that the sandbox stored instead of sending it. */
export interface SandboxMailRow {
  readonly id: number;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly created_at: Date;
}

/** Returns the newest mails, optionally to one recipient, ignoring case. */
export async function newestMails(pool: Pool, to: string | null, limit: number): Promise<SandboxMailRow[]> {
  const { rows } = await pool.query<SandboxMailRow>(
    `select id, recipient, subject, text, html, created_at from sandbox_mails
     where $1::text is null or lower(recipient) = lower($1) order by id desc limit $2`,
    [to, limit],
  );
  return rows;
}

/** Returns the HTML of a mail, or null if there is none. @param id any text. */
export async function findMailHtml(pool: Pool, id: string): Promise<string | null> {
  const { rows } = await pool.query<{ html: string }>("select html from sandbox_mails where id::text = $1", [id]);
  return rows[0]?.html ?? null;
}
