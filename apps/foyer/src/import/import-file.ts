import { isRecurring } from "@foyer/contract/brand";
import { rulesOf } from "@foyer/accounts/device-rules";
import type { FileImporter } from "@foyer/accounts/file-importer";
import { addWelcomes } from "@foyer/accounts/welcome-mail-store";
import type { Brand } from "@foyer/contract/brand";
import { databaseClock } from "@foyer/service-kit/clock";
import type { Config } from "@foyer/service-kit/config";
import { openPool } from "@foyer/service-kit/db";
import { everyService } from "@foyer/service-kit/roles";
import { ownKeyring } from "../data-folder/own-keyring.ts";
import type { PaymentProvider } from "./provider-payments.ts";
import { type ImportDeps, type ImportOutcome, judgeImport, type JudgedImport, runImport } from "./run-import.ts";
import { sandboxPayments } from "./sandbox-payments.ts";
import { knownSubscriptions } from "./sandbox-store.ts";

/** The installation that a file is loaded into. */
export interface Installation {
  readonly config: Config;
  /** The serving login's address of the migrated database. */
  readonly databaseUrl: string;
  readonly brand: Brand;
  /** The real payment provider. Absent with the sandbox. */
  readonly provider?: PaymentProvider | null;
}

/** Loads a file into an installation, running or not, at the installation's current time. */
export async function importFile(installation: Installation, file: Uint8Array): Promise<ImportOutcome> {
  return runImport(file, await depsOf(installation));
}

/** Result of `importAndWelcome`, beside the import. */
interface Welcomed {
  /** People of the file who get a mail now. */
  readonly people: number;
  /** All people who wait for one. */
  readonly waiting: number;
}

/** The same, and has a link to set a password mailed to the people of the file who have none and got none. */
export async function importAndWelcome(
  installation: Installation,
  file: Uint8Array,
  perHour: number,
): Promise<{ readonly outcome: ImportOutcome; readonly welcomed: Welcomed }> {
  const deps = await depsOf(installation);
  let welcomed: Welcomed = { people: 0, waiting: 0 };
  const outcome = await runImport(file, deps, {
    onHashed: () => undefined,
    around: async (tx, write, usernames) => {
      const written = await write();
      welcomed = await addWelcomes(tx, usernames, perHour, deps.terms.now);
      return written;
    },
  });
  return { outcome, welcomed };
}

/** Checks a file against an installation, and writes nothing. */
export async function judgeFile(installation: Installation, file: Uint8Array): Promise<JudgedImport> {
  return judgeImport(file, await depsOf(installation));
}

/** Loads files for a running system: one hash at a time, so that sign-ins stay fast. */
export function fileImporterOf(installation: Installation): FileImporter {
  return {
    judge: async (file) => judgeImport(file, await depsOf(installation)),
    load: async (file, options) => runImport(file, { ...(await depsOf(installation)), hashesAtOnce: 1 }, options),
  };
}

async function depsOf({ config, databaseUrl, brand, provider = null }: Installation): Promise<ImportDeps> {
  const now = await presentTime(databaseUrl, config.sandbox.clock);
  return {
    databaseUrl,
    terms: {
      now,
      sandbox: config.sandbox.payments,
      plans: new Map(brand.plans.filter(isRecurring).map((plan) => [plan.id, { interval: plan.interval }])),
      activationRules: (productId) => rulesOf(brand, productId),
    },
    keyring: ownKeyring(config),
    payments: (tx) => sandboxPayments(tx, { plans: brand.plans, origin: config.publicOrigin, now }),
    provider,
    knownSubscriptions,
  };
}

/** Returns the system's time: the database's, plus the sandbox's offset if there is one. */
export async function presentTime(databaseUrl: string, withOffset: boolean): Promise<Date> {
  const pool = openPool({ url: databaseUrl, role: everyService, schema: "foyer", max: 1 });
  try {
    const clock = await databaseClock(pool, withOffset);
    clock.stop();
    return clock.now();
  } finally {
    await pool.end();
  }
}
