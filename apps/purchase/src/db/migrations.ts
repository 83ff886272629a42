import type { SchemaMigrations } from "@foyer/service-kit/migrate";

/** The purchase service's schema, its role and its migration files. */
export const purchaseSchema: SchemaMigrations = {
  schema: "purchase",
  role: "foyer_purchase",
  folder: new URL("./migrations/", import.meta.url),
  isService: true,
};
