import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { migrate, type SchemaMigrations } from "@foyer/service-kit/migrate";
import { startPostgres } from "@foyer/service-kit/postgres-server";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { withDatabase } from "./database.ts";

const TEMPLATE = "foyer_template";

/** Starts one PostgreSQL for the whole run and migrates the template that the test databases are cloned from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "foyer-test-"));
  // The data of tests need not survive a power failure. Durability has its own tests, on a server with default settings.
  const server = await startPostgres(path.join(folder, "postgres"), {
    settings: ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300"],
  });
  const owner = new pg.Client({ connectionString: server.url });
  await owner.connect();
  await owner.query(`create database ${TEMPLATE}`);
  await owner.end();
  await migrate(withDatabase(server.url, TEMPLATE), await allMigrations());
  project.provide("postgresUrl", server.url);
  project.provide("templateDatabase", TEMPLATE);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** The apps' lists, imported by address: this package may not import the apps, because their tests import it. */
async function allMigrations(): Promise<readonly SchemaMigrations[]> {
  const composition = new URL("../../../apps/foyer/src/db/migrations.ts", import.meta.url).href;
  const { allSchemas } = (await import(composition)) as { allSchemas: readonly SchemaMigrations[] };
  return allSchemas;
}
