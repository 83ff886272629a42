import pg from "pg";

/** Queries that return nothing while the invariants hold, also after every fault: security requirements, section 3. */
const questions: Readonly<Record<string, string>> = {
  "I2 seats within the license, counters right": "select id::text as what from accounts.seat_count_faults",
  "I6 one live secret a purpose and account": `
    select account_id || ' ' || purpose as what from accounts.mailed_secrets
    where used_at is null and account_id is not null and purpose <> 'email_undo' group by account_id, purpose having count(*) > 1`,
  "I7 one open account an address": `
    select email_key as what from accounts.accounts where state = 100 group by email_key having count(*) > 1`,
  "I7 one seat a holder and license": `
    select license_id as what from accounts.seats where account_id is not null group by license_id, account_id having count(*) > 1`,
  "I7 one seat an address and license": `
    select license_id as what from accounts.seats group by license_id, email_key having count(*) > 1`,
  "I7 a manager for every license": `
    select id as what from accounts.licenses l where not exists (select from accounts.license_owners o where o.license_id = l.id)`,
  "I8 no operation unknown for a week": `
    select id::text as what from purchase.operations where state = 'unknown' and created_at < now() - interval '7 days'`,
  "I9 no spent refresh token is live": `
    select s.session_id as what from accounts.spent_refresh_tokens s join accounts.sessions l on l.refresh_hash = s.token_hash`,
};

/** Returns the broken invariants with the rows that break them. */
export async function brokenInvariants(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const broken: string[] = [];
    for (const [name, question] of Object.entries(questions)) {
      const { rows } = await client.query<{ what: string }>(question);
      broken.push(...rows.map(({ what }) => `${name}: ${what}`));
    }
    return broken;
  } finally {
    await client.end();
  }
}
