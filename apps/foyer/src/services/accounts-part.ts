import { type AccountsService, createAccounts } from "@foyer/accounts/app";
import { accountsSchema } from "@foyer/accounts/migrations";
import type { AccountsTables } from "@foyer/accounts/tables";
import { openDatabase } from "@foyer/service-kit/db";
import type { FastifyPluginAsync } from "fastify";
import { forQueue, forRequests } from "./database-places.ts";
import type { Service, Surroundings } from "./service.ts";

const serveAll =
  ({ plugin, shortLinks, provider, dialects }: AccountsService): FastifyPluginAsync =>
  async (app) => {
    await app.register(plugin);
    await app.register(shortLinks);
    await app.register(provider);
    await app.register(dialects);
  };

/** The accounts service in this process. Without `isServed`, only its background work runs. */
export function accountsPart(around: Surroundings, isServed: boolean): Service {
  const { schema, role } = accountsSchema;
  const database = openDatabase<AccountsTables>({ ...forRequests(around, role), role, schema });
  const queue = forQueue(around, accountsSchema, database);
  const accounts = createAccounts({ ...around, database, log: around.log.child({ service: "accounts" }) });
  return {
    plugin: isServed ? serveAll(accounts) : null,
    database: queue.database,
    pools: [database],
    jobs: accounts.jobs,
    sweeps: accounts.sweeps,
    stop: async () => {
      await queue.close();
      await database.close();
    },
  };
}
