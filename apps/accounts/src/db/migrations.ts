import type { SchemaMigrations } from "@foyer/service-kit/migrate";

/** The accounts service's schema, its database role and its migrations. */
export const accountsSchema: SchemaMigrations = {
  schema: "accounts",
  role: "foyer_accounts",
  folder: new URL("./migrations/", import.meta.url),
  isService: true,
};
