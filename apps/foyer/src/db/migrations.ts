import { accountsSchema } from "@foyer/accounts/migrations";
import { sandboxSchema } from "@foyer/payment-sandbox/migrations";
import { purchaseSchema } from "@foyer/purchase/migrations";
import type { SchemaMigrations } from "@foyer/service-kit/migrate";

/** The host's own tables: the sandbox's clock and mails, and failures that browsers reported. */
const host: SchemaMigrations = {
  schema: "foyer",
  role: "foyer_host",
  folder: new URL("./migrations/", import.meta.url),
  isService: false,
};

/** All schemas of the product, in order of creation. Each app with tables has a line here. */
export const allSchemas: readonly SchemaMigrations[] = [host, accountsSchema, purchaseSchema, sandboxSchema];
