import { testDatabase } from "@foyer/testing/database";
import type { FastifyInstance } from "fastify";
import { afterAll } from "vitest";
import { fixedClock } from "../clock.ts";
import { type Database, openDatabase } from "../db.ts";
import { createHost, type HostOptions } from "../host.ts";
import { type ServiceOptions, servicePlugin } from "../http.ts";
import { createLog } from "../log.ts";
import { rateLimiter } from "../rate-limit.ts";

/** Clones a database for a test file, which is dropped at the end. `open` opens it as another instance of the accounts service. */
export async function accountsDatabase() {
  const { url, close } = await testDatabase();
  const opened: { close(): Promise<void> }[] = [];
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()));
    await close();
  });
  const open = <Tables = never>(): Database<Tables> => {
    const database = openDatabase<Tables>({ url, role: "foyer_accounts", schema: "accounts" });
    opened.push(database);
    return database;
  };
  return { url, open };
}

export const serviceCredential = "service-credential-of-32-characters";

/** Returns a log of that level, and its lines. */
export function keptLog(level: string) {
  const lines: string[] = [];
  const write = (line: string): boolean => lines.push(line) > 0;
  return { log: createLog({ level, destination: { write } as unknown as NodeJS.WritableStream }), lines };
}

/** A host that logs nothing, unless `options` name a log. */
export const testHost = (options: Partial<HostOptions> = {}): FastifyInstance =>
  createHost({
    log: createLog({ level: "silent" }),
    trustedProxies: [],
    readiness: { check: async () => null },
    serviceCredential,
    ...options,
  });

/** Starts a host with a service of these routes. */
export async function serviceWith(
  database: Database<never>,
  {
    limits = true,
    ...options
  }: Pick<ServiceOptions, "routes"> & Partial<ServiceOptions> & { readonly limits?: boolean },
  host: Partial<HostOptions> = {},
) {
  const clock = fixedClock(new Date("2026-11-20T09:30:00Z"));
  const app = testHost(host);
  await app.register(
    servicePlugin({
      name: "accounts",
      authenticate: async () => null,
      serviceCredential,
      database,
      clock,
      log: host.log ?? createLog({ level: "silent" }),
      limiter: rateLimiter(database, options.clock ?? clock, limits),
      strictContract: true,
      portalOrigins: [],
      ...options,
    }),
  );
  return app;
}

/** Listens on a free port of this machine. Returns the port. */
export async function portOf(app: FastifyInstance): Promise<number> {
  return Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port);
}
