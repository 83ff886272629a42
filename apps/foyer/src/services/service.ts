import type { ErasureJournal } from "@foyer/accounts/erasure-journal";
import type { FileImporter } from "@foyer/accounts/file-importer";
import type { Brand } from "@foyer/contract/brand";
import type { FailureReport } from "@foyer/contract/staff-wire";
import type { Clock } from "@foyer/service-kit/clock";
import type { Config } from "@foyer/service-kit/config";
import type { AnyDatabase } from "@foyer/service-kit/db";
import type { AnyJob, Sweep } from "@foyer/service-kit/jobs";
import type { Keyring } from "@foyer/service-kit/keyring";
import type { Logger } from "@foyer/service-kit/log";
import type { Mailer } from "@foyer/service-kit/mailer";
import type { FastifyPluginAsync } from "fastify";
import type { SwitchableSyncStore } from "../sandbox/sync-routes.ts";

/** What every service of this process shares. */
export interface Surroundings {
  readonly config: Config;
  readonly brand: Brand;
  readonly clock: Clock;
  readonly log: Logger;
  readonly mailer: Mailer;
  readonly syncStore: SwitchableSyncStore;
  readonly erasureJournal: ErasureJournal;
  readonly fileImporter: FileImporter;
  /** The newest failures that browsers reported. */
  readonly failureReports: (limit: number) => Promise<FailureReport[]>;
  /** The serving login's connection; services act as their own roles on it. */
  readonly databaseUrl: string;
  readonly serviceCredential: string;
  readonly keyring: Keyring;
  /** Secrets of the brand's web apps, by the app's id. */
  readonly appSecrets: ReadonlyMap<string, string>;
  readonly webhookSecret: string;
  /** Where the services reach each other. */
  readonly accountsUrl: string;
  readonly purchaseUrl: string;
  /** Where the payment sandbox answers, when it stands in for the provider. */
  readonly sandboxUrl: string;
}

/** One service of this process: what it serves, its background work, and its life. */
export interface Service {
  /** Null in a process that does only its background work. */
  readonly plugin: FastifyPluginAsync | null;
  /** Where its jobs are; null for a service without any. */
  readonly database: Pick<AnyDatabase, "pool" | "schema"> | null;
  /** What its requests use, for those who watch. */
  readonly pools: readonly Pick<AnyDatabase, "pool" | "schema">[];
  readonly jobs: readonly AnyJob[];
  readonly sweeps: readonly Sweep[];
  /** Once the process listens. */
  start?(): Promise<void>;
  /** Before the process calls itself ready: what earlier commands left to do. */
  catchUp?(): Promise<void>;
  /** Does at once what has fallen due, after the sandbox's clock was moved. */
  settle?(): Promise<void>;
  stop(): Promise<void>;
}
