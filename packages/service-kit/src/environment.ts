import { z } from "zod";
import { addressFault, poolerFault } from "./database-address.ts";
import {
  address,
  checkedBy,
  CONNECTIONS_MIN,
  count,
  flag,
  HEADER_SAFE,
  host,
  list,
  networks,
  origin,
  origins,
  seconds,
  sender,
} from "./setting-kinds.ts";

/** Every setting with its valid form. */
const environment = z.object({
  PORT: count(0, 65_535, 4400, "a port"),
  HOST: host.default("127.0.0.1"),
  NODE_ENV: z
    .enum(["development", "production", "test"], "must be production or development (or test, for Foyer's own tests)")
    .default("development"),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: checkedBy(addressFault).optional(),
  DATABASE_SETUP_URL: checkedBy(addressFault).optional(),
  DATABASE_POOL_URL: checkedBy(poolerFault).optional(),
  DATABASE_CONNECTIONS: count(CONNECTIONS_MIN, 200, 12),
  DATABASE_POOL_CONNECTIONS: count(2, 500, 20),
  ALLOW_POWERFUL_DATABASE_LOGIN: flag.optional(),
  PUBLIC_ORIGIN: origin.optional(),
  ALLOW_HTTP_ORIGIN: flag.optional(),
  PORTAL_ORIGINS: origins.optional(),
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
  TRUSTED_PROXIES: networks.optional(),
  RATE_LIMITS: flag.optional(),
  DEMO: flag.optional(),
  BRAND_FILE: z.string().optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an address such as smtp://user:password@mail.example.com:587" })
    .optional(),
  ALLOW_PLAIN_SMTP: flag.optional(),
  MAIL_FROM: sender.optional(),
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
  CLOCK_SANDBOX: flag.optional(),
  SYNC_SANDBOX: flag.optional(),
  SYNC_URL: address("https://dav.example.com/foyer").optional(),
  SYNC_USERNAME: z
    .string()
    .regex(/^[^:]*$/, "must not contain a colon, which ends a user name there")
    .optional(),
  SYNC_PASSWORD: z.string().optional(),
  ERASURE_JOURNAL: z.string().optional(),
  UNIFORM_ANSWERS: flag.optional(),
  ERROR_RECEIVER: address("https://key@errors.example.com/1", true).optional(),
  METRICS_TOKEN: z
    .string()
    .min(16, "must have at least 16 characters")
    .regex(HEADER_SAFE, "may hold visible ASCII characters only: it is sent in a header")
    .optional(),
  DRAIN_SECONDS: seconds(0, 60).optional(),
  LOG_LEVEL: z
    .enum(
      ["trace", "debug", "info", "warn", "error", "fatal", "silent"],
      "must be trace, debug, info, warn, error, fatal or silent",
    )
    .optional(),
  REVISION: z.string().optional(),
});

export type Environment = z.infer<typeof environment>;

/** The names of all settings, as `docs/configuration.md` lists them. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

/** Settings whose value may begin or end with a space. */
const SPACED: readonly string[] = ["SYNC_PASSWORD"];

/** The fault of a value whatever its setting is, or null. */
function formFault(name: string, value: string): string | null {
  if (value.trim() === "") return "is blank; leave it out, or set a value";
  if (/[\r\n\0]/.test(value)) return "contains a line break";
  return value.trim() !== value && !SPACED.includes(name) ? "begins or ends with a space" : null;
}

const APP_SECRET = "APP_SECRET_";
const APP_SECRET_FORM =
  "may hold ASCII characters only: apps send it by Basic authentication, where others are encoded in several ways";

/** The settings of the environment that have no fault. */
export interface ReadEnvironment {
  /** A setting with a fault has its default here, or is absent. */
  readonly env: Environment;
  readonly appSecrets: Readonly<Record<string, string>>;
  /** By setting: what is wrong and what would be right. */
  readonly faults: ReadonlyMap<string, string>;
}

/** Reads each setting by itself, so that one fault does not hide another. */
export function readEnvironment(given: Readonly<Record<string, string | undefined>>): ReadEnvironment {
  const faults = new Map<string, string>();
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(environment.shape)) {
    const value = given[name] === "" ? undefined : given[name];
    const form = value === undefined ? null : formFault(name, value);
    const read = schema.safeParse(value);
    const fault = form ?? (read.success ? null : (read.error.issues[0]?.message ?? "is wrong"));
    if (fault !== null) faults.set(name, fault);
    const usable = fault === null ? read : schema.safeParse(undefined);
    if (usable.success) values[name] = usable.data;
  }
  // The brand decides which of these settings exist.
  const secrets = Object.entries(given).filter(
    (entry): entry is [string, string] => entry[0].startsWith(APP_SECRET) && (entry[1] ?? "") !== "",
  );
  for (const [name, value] of secrets) {
    const form = formFault(name, value);
    if (form !== null) faults.set(name, form);
    else if (!/^[\x20-\x7e]+$/.test(value)) faults.set(name, APP_SECRET_FORM);
  }
  // Every field was read by its own schema.
  return { env: values as Environment, appSecrets: Object.fromEntries(secrets), faults };
}
