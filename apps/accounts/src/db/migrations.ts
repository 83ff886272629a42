import type { SchemaMigrations } from "@foyer/service-kit/migrate";

/** The accounts service's schema, its role and the files that make its tables. */
export const accountsSchema: SchemaMigrations = {
  schema: "accounts",
  role: "foyer_accounts",
  folder: new URL("./migrations/", import.meta.url),
  isService: true,
};
