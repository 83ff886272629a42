import type { Pool } from "pg";

/** A mail that lies in the sandbox in place of having been sent. */
export interface SandboxMailRow {
  readonly id: number;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly created_at: Date;
}

/** The newest mails, to one recipient where one is named, in any case of letters. */
export async function newestMails(pool: Pool, to: string | null, limit: number): Promise<SandboxMailRow[]> {
  const { rows } = await pool.query<SandboxMailRow>(
    `select id, recipient, subject, text, html, created_at from sandbox_mails
     where $1::text is null or lower(recipient) = lower($1) order by id desc limit $2`,
    [to, limit],
  );
  return rows;
}

/** The HTML of a mail; null when there is none of that id. @param id any text. */
export async function findMailHtml(pool: Pool, id: string): Promise<string | null> {
  const { rows } = await pool.query<{ html: string }>("select html from sandbox_mails where id::text = $1", [id]);
  return rows[0]?.html ?? null;
}
