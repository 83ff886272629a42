import { accountsSchema } from "@foyer/accounts/migrations";
import { sandboxSchema } from "@foyer/payment-sandbox/migrations";
import { purchaseSchema } from "@foyer/purchase/migrations";
import type { SchemaMigrations } from "@foyer/service-kit/migrate";

/** The host's own tables: the sandbox's clock and mails, failures that browsers reported. */
const host: SchemaMigrations = {
  schema: "foyer",
  role: "foyer_host",
  folder: new URL("./migrations/", import.meta.url),
  isService: false,
};

/** Every schema of the product, in the order in which they are made: each app that has tables adds its line here. */
export const allSchemas: readonly SchemaMigrations[] = [host, accountsSchema, purchaseSchema, sandboxSchema];
