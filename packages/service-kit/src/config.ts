import path from "node:path";
import { z } from "zod";
import { isLoopback } from "./loopback.ts";

/** Every setting of the product, read from the environment once at start. `docs/configuration.md` describes each. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly production: boolean;
  /** Whether a refusal that its call does not declare is a fault: in tests. */
  readonly strictContract: boolean;
  /** Absolute. Holds the embedded database, the generated secrets and the sandboxes' state. */
  readonly dataDir: string;
  /** A PostgreSQL of the operator's own; null means the embedded one in `dataDir`. */
  readonly databaseUrl: string | null;
  /** A login that may make roles and tables there, for setting up; null where `databaseUrl` is that login, or does no more than serve. */
  readonly databaseSetupUrl: string | null;
  /** Whether production serves by a login that can do more than the services need. */
  readonly allowPowerfulLogin: boolean;
  /** Where people reach the portal: every mailed link begins with it. No slash at its end. */
  readonly publicOrigin: string;
  /** Origins of portals served elsewhere, which may call the services. */
  readonly portalOrigins: readonly string[];
  /** Where the services reach each other; null means this process. */
  readonly accountsUrl: string | null;
  readonly purchaseUrl: string | null;
  readonly sandboxUrl: string | null;
  /** Shared by the services and never given to anybody else; null means one is made and kept in `dataDir`. */
  readonly serviceCredential: string | null;
  /** What secrets in the database are encrypted with, the first one; the further ones still decrypt. None means the service credential stands in. */
  readonly secretsKeys: readonly string[];
  /** Proxies whose `X-Forwarded-For` is believed: addresses or networks. */
  readonly trustedProxies: readonly string[];
  readonly rateLimits: boolean;
  readonly demo: boolean;
  readonly brandFile: string | null;
  readonly smtpUrl: string | null;
  /** Whether a mail leaves only over an encrypted connection. */
  readonly smtpNeedsTls: boolean;
  readonly mailFrom: string | null;
  readonly stripe: {
    readonly apiKey: string | null;
    readonly publishableKey: string | null;
    readonly webhookSecret: string | null;
  };
  readonly sandbox: { readonly payments: boolean; readonly mail: boolean; readonly clock: boolean };
  /** `https://…` of a WebDAV server with the synced data, or null for a folder in `dataDir`. */
  readonly syncUrl: string | null;
  readonly syncCredentials: { readonly username: string; readonly password: string } | null;
  /** Absolute. A file of the ids of erased accounts, for after a restore; null means one in `dataDir`. */
  readonly erasureJournal: string | null;
  readonly uniformAnswers: boolean;
  readonly errorReceiver: string | null;
  /** What asks for `/metrics` shows as its bearer token; without it the page does not exist. */
  readonly metricsToken: string | null;
  /** How long a process that was told to end says "not ready" before it stops listening. */
  readonly drainSeconds: number;
  readonly logLevel: string;
  readonly revision: string;
}

const flag = z.enum(["0", "1", "true", "false", "on", "off"], "must be on or off");
const isOn = (value: string | undefined, otherwise: boolean): boolean =>
  value === undefined ? otherwise : ["1", "true", "on"].includes(value);

const origin = z.url({ protocol: /^https?$/, error: "must be an address such as https://account.example.com" });
const list = (value: string | undefined): string[] =>
  (value ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

const postgres = z.url({
  protocol: /^postgres(ql)?$/,
  error: "must be an address such as postgres://user:password@host/database",
});

const environment = z.object({
  PORT: z.coerce.number("must be a port from 0 to 65535").int().min(0).max(65_535).default(4400),
  HOST: z.string().default("127.0.0.1"),
  NODE_ENV: z.string().default("development"),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: postgres.optional(),
  DATABASE_SETUP_URL: postgres.optional(),
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
  REVISION: z.string().default("development"),
});

type Environment = z.infer<typeof environment>;

/** The names of all settings, as `docs/configuration.md` lists them. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

const movesMoney = (env: Environment): boolean => /^(sk|rk)_live_/.test(env.STRIPE_API_KEY ?? "");

/** What makes an installation production in all but name: real money, or a door to other machines. */
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

/** Doors without encryption, which production has only where a setting asks for it by name. */
function plainDoors(env: Environment): string[] {
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

/** In production, and where the mail server is on another machine, unless a setting says otherwise by name. */
function needsTls({ NODE_ENV, SMTP_URL, ALLOW_PLAIN_SMTP }: Environment): boolean {
  if (NODE_ENV !== "production" || SMTP_URL === undefined || isOn(ALLOW_PLAIN_SMTP, false)) return false;
  return !isLoopback(new URL(SMTP_URL).hostname);
}

/** What single settings cannot tell: one sentence for each contradiction. */
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
  if (env.SMTP_URL && !env.MAIL_FROM) faults.push("MAIL_FROM: is missing; it is the sender's address of every mail");
  if (!production) return [...faults, ...unnamedProduction(env)];
  faults.push(...plainDoors(env));
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

function build(env: Environment): Config {
  const payments = !env.STRIPE_API_KEY;
  const mail = !env.SMTP_URL;
  return {
    port: env.PORT,
    host: env.HOST,
    production: env.NODE_ENV === "production",
    strictContract: env.NODE_ENV === "test",
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: orNull(env.DATABASE_URL),
    databaseSetupUrl: orNull(env.DATABASE_SETUP_URL),
    allowPowerfulLogin: isOn(env.ALLOW_POWERFUL_DATABASE_LOGIN, false),
    publicOrigin: (env.PUBLIC_ORIGIN ?? `http://127.0.0.1:${env.PORT}`).replace(/\/$/, ""),
    portalOrigins: list(env.PORTAL_ORIGINS),
    accountsUrl: orNull(env.ACCOUNTS_URL),
    purchaseUrl: orNull(env.PURCHASE_URL),
    sandboxUrl: orNull(env.SANDBOX_URL),
    serviceCredential: orNull(env.SERVICE_CREDENTIAL),
    secretsKeys: list(env.SECRETS_KEY),
    trustedProxies: list(env.TRUSTED_PROXIES),
    // Only a system that can harm nobody may run without limits.
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
    // A newcomer's terminal shows what went wrong; production keeps every request.
    logLevel: env.LOG_LEVEL ?? (env.NODE_ENV === "production" ? "info" : "warn"),
    revision: env.REVISION,
  };
}

/** Settings, or one line for each fault: `NAME: what is wrong and what would be right`. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
): { config: Config } | { faults: string[] } {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = environment.safeParse(given);
  if (!parsed.success)
    return { faults: parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) };
  const faults = contradictions(parsed.data);
  return faults.length > 0 ? { faults } : { config: build(parsed.data) };
}
