import path from "node:path";
import { type Environment, readEnvironment } from "./environment.ts";
import { urlHost } from "./loopback.ts";
import { contradictions, isOn, needsTls, unreachableParts } from "./setting-faults.ts";
import { list } from "./setting-kinds.ts";

export { settingNames } from "./environment.ts";

/** Every setting of the product, read from the environment once at start. `docs/configuration.md` describes each. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly production: boolean;
  /** Secrets of the brand's web apps by the names of their settings: `APP_SECRET_TIME_SHEETS`. */
  readonly appSecrets: Readonly<Record<string, string>>;
  /** True treats a refusal that its call does not declare as a fault; used in tests. */
  readonly strictContract: boolean;
  /** Absolute path of the folder with the embedded database, the generated secrets and the sandboxes' state. */
  readonly dataDir: string;
  /** URL of an external PostgreSQL; null means the embedded one in `dataDir`. */
  readonly databaseUrl: string | null;
  /**
   * URL of a login that may create roles and tables, for setup; null when `databaseUrl` is that login, or when this process only
   * serves.
   */
  readonly databaseSetupUrl: string | null;
  /** Address of a pooler for requests, which shares connections between transactions; null means `databaseUrl`. */
  readonly databasePoolUrl: string | null;
  /** Maximum number of connections of each service to the server, and to the pooler. */
  readonly databaseConnections: number;
  readonly databasePoolConnections: number;
  /** True lets production serve with a login that has more rights than the services need. */
  readonly allowPowerfulLogin: boolean;
  /** Origin of the portal; every mailed link begins with it. Without a trailing slash. */
  readonly publicOrigin: string;
  /** Origins of portals that are served elsewhere and may call the services. */
  readonly portalOrigins: readonly string[];
  /** URLs at which the services reach each other; null means this process. */
  readonly accountsUrl: string | null;
  readonly purchaseUrl: string | null;
  readonly sandboxUrl: string | null;
  /** Shared by the services and secret to everything else; null means that one is generated and stored in `dataDir`. */
  readonly serviceCredential: string | null;
  /** Keys for secrets in the database: the first encrypts, all decrypt. If empty, the service credential is used. */
  readonly secretsKeys: readonly string[];
  /** Addresses or networks of proxies with a trusted `X-Forwarded-For`. */
  readonly trustedProxies: readonly string[];
  readonly rateLimits: boolean;
  readonly demo: boolean;
  readonly brandFile: string | null;
  readonly smtpUrl: string | null;
  /** True sends mail only over an encrypted connection. */
  readonly smtpNeedsTls: boolean;
  readonly mailFrom: string | null;
  readonly stripe: {
    readonly apiKey: string | null;
    readonly publishableKey: string | null;
    readonly webhookSecret: string | null;
  };
  /** Which sandboxes replace a real service. In production, only the payment provider can be. */
  readonly sandbox: {
    readonly payments: boolean;
    readonly mail: boolean;
    readonly clock: boolean;
    readonly sync: boolean;
    /** True lets staff without a second factor in by their password, for a trial. */
    readonly staffByPassword: boolean;
  };
  /** `https://…` of a WebDAV server with the synced data; null means a folder in `dataDir`. */
  readonly syncUrl: string | null;
  readonly syncCredentials: { readonly username: string; readonly password: string } | null;
  /** Absolute path of the file with the ids of erased accounts, for use after a restore; null means a file in `dataDir`. */
  readonly erasureJournal: string | null;
  readonly uniformAnswers: boolean;
  readonly errorReceiver: string | null;
  /** Bearer token that a caller of `/metrics` must send; without it the page does not exist. */
  readonly metricsToken: string | null;
  /** How long a stopping process answers "not ready" before it stops listening. */
  readonly drainSeconds: number;
  readonly logLevel: string;
  readonly revision: string | null;
}

const orNull = <T>(value: T | undefined): T | null => value ?? null;

function sandboxOf(env: Environment, production: boolean): Config["sandbox"] {
  const payments = !env.STRIPE_API_KEY;
  return {
    payments,
    mail: !env.SMTP_URL,
    clock: !production && payments && isOn(env.CLOCK_SANDBOX, true),
    sync: !production && isOn(env.SYNC_SANDBOX, payments),
    staffByPassword: !production && payments,
  };
}

function build(env: Environment, appSecrets: Config["appSecrets"]): Config {
  const production = env.NODE_ENV === "production";
  const sandbox = sandboxOf(env, production);
  return {
    port: env.PORT,
    host: env.HOST,
    production,
    appSecrets,
    strictContract: env.NODE_ENV === "test",
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: orNull(env.DATABASE_URL),
    databaseSetupUrl: orNull(env.DATABASE_SETUP_URL),
    databasePoolUrl: orNull(env.DATABASE_POOL_URL),
    databaseConnections: env.DATABASE_CONNECTIONS,
    databasePoolConnections: env.DATABASE_POOL_CONNECTIONS,
    allowPowerfulLogin: isOn(env.ALLOW_POWERFUL_DATABASE_LOGIN, false),
    publicOrigin: env.PUBLIC_ORIGIN ?? `http://${urlHost(env.HOST)}:${env.PORT}`,
    portalOrigins: env.PORTAL_ORIGINS ?? [],
    accountsUrl: orNull(env.ACCOUNTS_URL),
    purchaseUrl: orNull(env.PURCHASE_URL),
    sandboxUrl: orNull(env.SANDBOX_URL),
    serviceCredential: orNull(env.SERVICE_CREDENTIAL),
    secretsKeys: list(env.SECRETS_KEY),
    trustedProxies: list(env.TRUSTED_PROXIES),
    // Rate limits may be off only with both sandboxes, where no harm is possible.
    rateLimits: !(sandbox.payments && sandbox.mail) || isOn(env.RATE_LIMITS, true),
    demo: isOn(env.DEMO, !production),
    brandFile: orNull(env.BRAND_FILE),
    smtpUrl: orNull(env.SMTP_URL),
    smtpNeedsTls: needsTls(env),
    mailFrom: orNull(env.MAIL_FROM),
    stripe: {
      apiKey: orNull(env.STRIPE_API_KEY),
      publishableKey: orNull(env.STRIPE_PUBLISHABLE_KEY),
      webhookSecret: orNull(env.STRIPE_WEBHOOK_SECRET),
    },
    sandbox,
    syncUrl: orNull(env.SYNC_URL),
    syncCredentials: env.SYNC_USERNAME ? { username: env.SYNC_USERNAME, password: env.SYNC_PASSWORD ?? "" } : null,
    erasureJournal: env.ERASURE_JOURNAL ? path.resolve(env.ERASURE_JOURNAL) : null,
    uniformAnswers: isOn(env.UNIFORM_ANSWERS, false),
    errorReceiver: orNull(env.ERROR_RECEIVER),
    metricsToken: orNull(env.METRICS_TOKEN),
    drainSeconds: env.DRAIN_SECONDS ?? (production ? 5 : 0),
    // In development only problems are shown; production logs every request.
    logLevel: env.LOG_LEVEL ?? (production ? "info" : "warn"),
    revision: orNull(env.REVISION),
  };
}

/**
 * The settings, or one line for each fault: `NAME: what is wrong and what would be right`.
 *
 * @param parts what this process serves, if it serves; each part must reach what it asks.
 */
export function readConfig(
  given: Readonly<Record<string, string | undefined>>,
  parts: readonly string[] = [],
): { config: Config } | { faults: string[] } {
  const { env, appSecrets, faults } = readEnvironment(given);
  const together = [...contradictions(env), ...unreachableParts(env, parts)];
  const all = [
    ...[...faults].map(([name, fault]) => `${name}: ${fault}`),
    // A setting with a fault of its own looks missing here.
    ...together.filter((fault) => !faults.has(fault.slice(0, fault.indexOf(":")))),
  ];
  return all.length > 0 ? { faults: all } : { config: build(env, appSecrets) };
}
