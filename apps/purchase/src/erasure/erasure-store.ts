import type { Erasure } from "@foyer/contract/internal";
import { deletedAccount } from "@foyer/domain/closed-account";
import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import type { PurchaseTables } from "../db/schema.ts";

/** Removes the person's name and addresses from the stored records. */
export async function eraseRecords(
  tx: Queryable<PurchaseTables>,
  { omni_id: omniId, username, addresses, begun }: Erasure,
): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(tx);
  await tx
    .updateTable("customers")
    .set({ email: deletedAccount, username: deletedAccount })
    .where("omni_id", "=", omniId)
    .execute();
  // Another person may have the name by now. Later rows belong to that person.
  const until = sql<Date>`${begun}::timestamptz + interval '1 second'`;
  await tx
    .deleteFrom("quotes")
    .where("created_at", "<=", until)
    .where((eb) => eb.or([eb("shown_to", "=", username), eb(sql<string>`purchase ->> 'account'`, "=", omniId)]))
    .execute();
  if (username === null) return;
  const name = sql`to_jsonb(${deletedAccount}::text)`;
  await sql`
    update news set cause = jsonb_set(cause, '{by}', ${name}) where cause ->> 'by' = ${username} and created_at <= ${until}`.execute(
    tx,
  );
  await sql`
    update operations set request = jsonb_set(request, '{by}', ${name})
    where request ->> 'by' = ${username} and created_at <= ${until}`.execute(tx);
  await sql`
    update operations set request = jsonb_set(request, '{act,staff}', ${name})
    where request #>> '{act,staff}' = ${username} and created_at <= ${until}`.execute(tx);
  await sql`select erase_from_records(${username}, ${addresses}::text[], ${until})`.execute(tx);
}
