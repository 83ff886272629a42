import { sql } from "kysely";
import type { Db } from "../db/schema.ts";
import { keyRevoked, leftAlone } from "./activation-store.ts";

/** A key, and what it opens. */
export interface KeyPlace {
  /** As it is stored, whatever way it was typed. */
  readonly key: string;
  /** Null for a legacy key that nobody registered. */
  readonly license_id: string | null;
  readonly product_id: string;
  readonly subscription_active: boolean | null;
  readonly expires_at: Date | null;
  readonly is_revoked: boolean;
  /** When the key ends because another one replaced it; null for the present key. */
  readonly ends_at: Date | null;
  /** True if what was activated with a replaced key ends with it. */
  readonly ends_activations: boolean;
}

/**
 * The key that was typed in any case, with or without dashes; null for an unknown one. One statement, so that keys cannot be told
 * apart by time. Of two keys that differ only in dashes or case, the one as typed is found.
 */
export async function findKeyPlace(db: Db, typed: string): Promise<KeyPlace | null> {
  const text = typed.trim();
  const isTyped = sql`upper(replace(key, '-', '')) = upper(replace(${text}::text, '-', ''))`;
  const { rows } = await sql<KeyPlace>`
    select found.key, found.license_id, coalesce(licenses.product_id, found.product_id) as product_id,
      licenses.subscription_active, licenses.expires_at, found.ends_at, found.ends_activations,
      not found.eligible or coalesce(${keyRevoked} or ${leftAlone}, false) as is_revoked
    from (
      select 1 as place, key, id as license_id, null as product_id, true as eligible, null::timestamptz as ends_at,
        false as ends_activations from licenses where ${isTyped}
      union all
      select 2, key, license_id, null, true, ends_at, ends_activations from replaced_license_keys where ${isTyped}
      union all
      select 3, key, license_id, product_id, eligible, null, false from license_keys where ${isTyped}
    ) found
    left join licenses on licenses.id = found.license_id
    order by found.key <> ${text}, found.place, found.key
    limit 1`.execute(db);
  return rows[0] ?? null;
}
