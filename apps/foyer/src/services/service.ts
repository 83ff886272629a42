import type { ErasureJournal } from "@foyer/accounts/erasure-journal";
import type { FileImporter } from "@foyer/accounts/file-importer";
import type { Brand } from "@foyer/contract/brand";
import type { FailureReport } from "@foyer/contract/staff-wire";
import type { Clock } from "@foyer/service-kit/clock";
import type { Config } from "@foyer/service-kit/config";
import type { AnyDatabase } from "@foyer/service-kit/db";
import type { Gauge } from "@foyer/service-kit/metrics";
import type { AnyJob, Sweep } from "@foyer/service-kit/jobs";
import type { Keyring } from "@foyer/service-kit/keyring";
import type { Logger } from "@foyer/service-kit/log";
import type { Mailer } from "@foyer/service-kit/mailer";
import type { FastifyPluginAsync } from "fastify";
import type { SwitchableSyncStore } from "../sandbox/sync-routes.ts";

/** Dependencies that the services of this process share. */
export interface Surroundings {
  readonly config: Config;
  readonly brand: Brand;
  readonly clock: Clock;
  readonly log: Logger;
  readonly mailer: Mailer;
  readonly syncStore: SwitchableSyncStore;
  readonly erasureJournal: ErasureJournal;
  readonly fileImporter: FileImporter;
  /** Returns the newest failures that browsers reported. */
  readonly failureReports: (limit: number) => Promise<FailureReport[]>;
  /** The serving login's address. Each service uses its own role on it. */
  readonly databaseUrl: string;
  readonly serviceCredential: string;
  readonly keyring: Keyring;
  /** Secrets of the brand's web apps, by the app's id. */
  readonly appSecrets: ReadonlyMap<string, string>;
  readonly webhookSecret: string;
  /** Addresses of the services for each other. */
  readonly accountsUrl: string;
  readonly purchaseUrl: string;
  /** Address of the payment sandbox, if it is used. */
  readonly sandboxUrl: string;
}

/** One service of this process: its routes, its background work, its start and stop. */
export interface Service {
  /** Null in a process that runs only its background work. */
  readonly plugin: FastifyPluginAsync | null;
  /** Database of its jobs, or null without jobs. */
  readonly database: Pick<AnyDatabase, "pool" | "schema"> | null;
  /** Database pools of its requests, for the metrics. */
  readonly pools: readonly Pick<AnyDatabase, "pool" | "schema">[];
  readonly jobs: readonly AnyJob[];
  readonly sweeps: readonly Sweep[];
  /** Its own metrics. */
  readonly gauges?: readonly Gauge[];
  /** Runs once the process listens. */
  start?(): Promise<void>;
  /** Runs before the process is ready, to finish work of earlier commands. */
  catchUp?(): Promise<void>;
  /** Runs what has become due, after the sandbox's clock was moved. */
  settle?(): Promise<void>;
  stop(): Promise<void>;
}
