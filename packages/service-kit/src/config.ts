import path from "node:path";
import { z } from "zod";
import { addressFault, poolerFault } from "./database-address.ts";
import { isLoopback } from "./loopback.ts";
import { checkedBy, CONNECTIONS_MIN, count, flag } from "./setting-kinds.ts";

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
  readonly sandbox: { readonly payments: boolean; readonly mail: boolean; readonly clock: boolean };
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

const isOn = (value: string | undefined, otherwise: boolean): boolean =>
  value === undefined ? otherwise : ["1", "true", "on"].includes(value);

const origin = z.url({ protocol: /^https?$/, error: "must be an address such as https://account.example.com" });
const list = (value: string | undefined): string[] =>
  (value ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

const environment = z.object({
  PORT: z.coerce.number("must be a port from 0 to 65535").int().min(0).max(65_535).default(4400),
  HOST: z.string().default("127.0.0.1"),
  NODE_ENV: z.string().default("development"),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: checkedBy(addressFault).optional(),
  DATABASE_SETUP_URL: checkedBy(addressFault).optional(),
  DATABASE_POOL_URL: checkedBy(poolerFault).optional(),
  DATABASE_CONNECTIONS: count(CONNECTIONS_MIN, 200, 12),
  DATABASE_POOL_CONNECTIONS: count(2, 500, 20),
  ALLOW_POWERFUL_DATABASE_LOGIN: flag.optional(),
  PUBLIC_ORIGIN: origin.optional(),
  ALLOW_HTTP_ORIGIN: flag.optional(),
  PORTAL_ORIGINS: z.string().optional(),
  ACCOUNTS_URL: origin.optional(),
  PURCHASE_URL: origin.optional(),
  SANDBOX_URL: origin.optional(),
  SERVICE_CREDENTIAL: z
    .string()
    .min(32, "must have at least 32 characters")
    .regex(/^[\w.~+/-]+=*$/, "may hold letters, digits and - . _ ~ + / only")
    .optional(),
  SECRETS_KEY: z
    .string()
    .refine((value) => list(value).length > 0 && list(value).every((key) => key.length >= 32), {
      error: "must be a key of at least 32 characters, or several with commas between",
    })
    .optional(),
  TRUSTED_PROXIES: z.string().optional(),
  RATE_LIMITS: flag.optional(),
  DEMO: flag.optional(),
  BRAND_FILE: z.string().optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an address such as smtp://user:password@mail.example.com:587" })
    .optional(),
  ALLOW_PLAIN_SMTP: flag.optional(),
  MAIL_FROM: z.string().optional(),
  STRIPE_API_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, "must be a secret key (sk_… or rk_…)")
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, "must be a publishable key (pk_…)")
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(8, "must have at least 8 characters").optional(),
  PAYMENT_SANDBOX: flag.optional(),
  MAIL_SANDBOX: flag.optional(),
  SYNC_URL: origin.optional(),
  SYNC_USERNAME: z.string().optional(),
  SYNC_PASSWORD: z.string().optional(),
  ERASURE_JOURNAL: z.string().optional(),
  UNIFORM_ANSWERS: flag.optional(),
  ERROR_RECEIVER: origin.optional(),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  DRAIN_SECONDS: z.coerce
    .number("must be a number of seconds from 0 to 60")
    .min(0, "must be a number of seconds from 0 to 60")
    .max(60, "must be a number of seconds from 0 to 60")
    .optional(),
  LOG_LEVEL: z
    .enum(
      ["trace", "debug", "info", "warn", "error", "fatal", "silent"],
      "must be trace, debug, info, warn, error, fatal or silent",
    )
    .optional(),
  REVISION: z.string().optional(),
});

type Environment = z.infer<typeof environment>;

/** The names of all settings, as `docs/configuration.md` lists them. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

const movesMoney = (env: Environment): boolean => /^(sk|rk)_live_/.test(env.STRIPE_API_KEY ?? "");

/**
 * Faults of an installation that behaves like production without NODE_ENV=production: it moves real money or other machines can
 * reach it.
 */
function unnamedProduction(env: Environment): string[] {
  const faults: string[] = [];
  if (movesMoney(env)) faults.push("NODE_ENV: must be production with a live STRIPE_API_KEY, which moves real money");
  if (!isLoopback(env.HOST))
    faults.push(
      `NODE_ENV: must be production where HOST=${env.HOST} lets other machines in; ` +
        "PAYMENT_SANDBOX=on and MAIL_SANDBOX=on keep the sandboxes there, which show everybody's mails to everybody",
    );
  return faults;
}

/** Faults for unencrypted connections, which production allows only by an explicit setting. */
function unencryptedConnections(env: Environment): string[] {
  const faults: string[] = [];
  const origins = [
    ["PUBLIC_ORIGIN", env.PUBLIC_ORIGIN ?? ""],
    ...list(env.PORTAL_ORIGINS).map((origin) => ["PORTAL_ORIGINS", origin]),
  ] as const;
  for (const [name, origin] of origins) {
    const host = URL.canParse(origin) ? new URL(origin).hostname : "";
    if (isOn(env.ALLOW_HTTP_ORIGIN, false) || !/^http:/i.test(origin) || isLoopback(host)) continue;
    faults.push(`${name}: must begin with https:// (or set ALLOW_HTTP_ORIGIN=on: passwords then travel in the clear)`);
  }
  return faults;
}

/** True in production with a mail server on another machine, unless an explicit setting allows otherwise. */
function needsTls({ NODE_ENV, SMTP_URL, ALLOW_PLAIN_SMTP }: Environment): boolean {
  if (NODE_ENV !== "production" || SMTP_URL === undefined || isOn(ALLOW_PLAIN_SMTP, false)) return false;
  return !isLoopback(new URL(SMTP_URL).hostname);
}

/** Faults that involve several settings: one sentence for each contradiction. */
function contradictions(env: Environment): string[] {
  const production = env.NODE_ENV === "production";
  const faults: string[] = [];
  if (env.STRIPE_API_KEY && isOn(env.PAYMENT_SANDBOX, false))
    faults.push("PAYMENT_SANDBOX: cannot be on together with STRIPE_API_KEY; remove one of them");
  if (env.STRIPE_API_KEY && !env.STRIPE_PUBLISHABLE_KEY)
    faults.push("STRIPE_PUBLISHABLE_KEY: is missing; it belongs to STRIPE_API_KEY");
  if (env.STRIPE_API_KEY && !env.STRIPE_WEBHOOK_SECRET)
    faults.push("STRIPE_WEBHOOK_SECRET: is missing; without it nobody could tell the provider's news from forged ones");
  if (env.SMTP_URL && isOn(env.MAIL_SANDBOX, false))
    faults.push("MAIL_SANDBOX: cannot be on together with SMTP_URL; remove one of them");
  if (movesMoney(env) && isOn(env.MAIL_SANDBOX, false))
    faults.push(
      "MAIL_SANDBOX: cannot be on with a live STRIPE_API_KEY; /sandbox/mail shows everybody's links to everybody",
    );
  if (env.DATABASE_SETUP_URL && !env.DATABASE_URL)
    faults.push("DATABASE_URL: is missing; DATABASE_SETUP_URL sets up what the login of DATABASE_URL serves from");
  if (env.DATABASE_POOL_URL && !env.DATABASE_URL)
    faults.push(
      "DATABASE_URL: is missing; migrations and jobs need the server itself, not the pooler of DATABASE_POOL_URL",
    );
  if (env.SMTP_URL && !env.MAIL_FROM) faults.push("MAIL_FROM: is missing; it is the sender's address of every mail");
  if (!production) return [...faults, ...unnamedProduction(env)];
  faults.push(...unencryptedConnections(env));
  if (isOn(env.DEMO, false))
    faults.push("DEMO: cannot be on in production; the passwords of its accounts are public. Leave it out");
  if (!env.STRIPE_API_KEY && !isOn(env.PAYMENT_SANDBOX, false))
    faults.push("STRIPE_API_KEY: is missing; production needs it (or PAYMENT_SANDBOX=on, which charges nobody)");
  if (!env.SMTP_URL && !isOn(env.MAIL_SANDBOX, false))
    faults.push("SMTP_URL: is missing; production needs it (or MAIL_SANDBOX=on, which sends nothing)");
  if (!env.PUBLIC_ORIGIN) faults.push("PUBLIC_ORIGIN: is missing; mailed links begin with it");
  if (env.DATABASE_URL && !env.SERVICE_CREDENTIAL)
    faults.push("SERVICE_CREDENTIAL: is missing; the instances share it");
  return faults;
}

const orNull = <T>(value: T | undefined): T | null => value ?? null;

function build(env: Environment, appSecrets: Config["appSecrets"]): Config {
  const payments = !env.STRIPE_API_KEY;
  const mail = !env.SMTP_URL;
  return {
    port: env.PORT,
    host: env.HOST,
    production: env.NODE_ENV === "production",
    appSecrets,
    strictContract: env.NODE_ENV === "test",
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: orNull(env.DATABASE_URL),
    databaseSetupUrl: orNull(env.DATABASE_SETUP_URL),
    databasePoolUrl: orNull(env.DATABASE_POOL_URL),
    databaseConnections: env.DATABASE_CONNECTIONS,
    databasePoolConnections: env.DATABASE_POOL_CONNECTIONS,
    allowPowerfulLogin: isOn(env.ALLOW_POWERFUL_DATABASE_LOGIN, false),
    publicOrigin: (env.PUBLIC_ORIGIN ?? `http://127.0.0.1:${env.PORT}`).replace(/\/$/, ""),
    portalOrigins: list(env.PORTAL_ORIGINS),
    accountsUrl: orNull(env.ACCOUNTS_URL),
    purchaseUrl: orNull(env.PURCHASE_URL),
    sandboxUrl: orNull(env.SANDBOX_URL),
    serviceCredential: orNull(env.SERVICE_CREDENTIAL),
    secretsKeys: list(env.SECRETS_KEY),
    trustedProxies: list(env.TRUSTED_PROXIES),
    // Rate limits may be off only with both sandboxes, where no harm is possible.
    rateLimits: !(payments && mail) || isOn(env.RATE_LIMITS, true),
    demo: isOn(env.DEMO, env.NODE_ENV !== "production"),
    brandFile: orNull(env.BRAND_FILE),
    smtpUrl: orNull(env.SMTP_URL),
    smtpNeedsTls: needsTls(env),
    mailFrom: orNull(env.MAIL_FROM),
    stripe: {
      apiKey: orNull(env.STRIPE_API_KEY),
      publishableKey: orNull(env.STRIPE_PUBLISHABLE_KEY),
      webhookSecret: orNull(env.STRIPE_WEBHOOK_SECRET),
    },
    sandbox: { payments, mail, clock: payments },
    syncUrl: orNull(env.SYNC_URL),
    syncCredentials: env.SYNC_USERNAME ? { username: env.SYNC_USERNAME, password: env.SYNC_PASSWORD ?? "" } : null,
    erasureJournal: env.ERASURE_JOURNAL ? path.resolve(env.ERASURE_JOURNAL) : null,
    uniformAnswers: isOn(env.UNIFORM_ANSWERS, false),
    errorReceiver: orNull(env.ERROR_RECEIVER),
    metricsToken: orNull(env.METRICS_TOKEN),
    drainSeconds: env.DRAIN_SECONDS ?? (env.NODE_ENV === "production" ? 5 : 0),
    // In development only problems are shown; production logs every request.
    logLevel: env.LOG_LEVEL ?? (env.NODE_ENV === "production" ? "info" : "warn"),
    revision: orNull(env.REVISION),
  };
}

const APP_SECRET = "APP_SECRET_";

/** The settings, or one line for each fault: `NAME: what is wrong and what would be right`. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
): { config: Config } | { faults: string[] } {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = environment.safeParse(given);
  if (!parsed.success)
    return { faults: parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) };
  const faults = contradictions(parsed.data);
  // The brand decides which of these settings exist.
  const secrets = Object.entries(given).filter(([name]) => name.startsWith(APP_SECRET));
  const appSecrets = Object.fromEntries(secrets.map(([name, value]) => [name, value ?? ""]));
  return faults.length > 0 ? { faults } : { config: build(parsed.data, appSecrets) };
}
