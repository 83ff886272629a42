import { isLoopback } from "./loopback.ts";
import type { Environment } from "./environment.ts";

export const isOn = (value: string | undefined, otherwise: boolean): boolean =>
  value === undefined ? otherwise : ["1", "true", "on"].includes(value);

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
      `NODE_ENV: must be production where HOST=${env.HOST} lets other machines in; PAYMENT_SANDBOX=on keeps the payment sandbox there`,
    );
  return faults;
}

/** Faults for unencrypted connections, which production allows only by an explicit setting. */
function unencryptedConnections(env: Environment): string[] {
  const faults: string[] = [];
  const origins = [
    ["PUBLIC_ORIGIN", env.PUBLIC_ORIGIN ?? ""],
    ...(env.PORTAL_ORIGINS ?? []).map((origin) => ["PORTAL_ORIGINS", origin]),
  ] as const;
  for (const [name, origin] of origins) {
    if (isOn(env.ALLOW_HTTP_ORIGIN, false) || !origin.startsWith("http:") || isLoopback(new URL(origin).hostname))
      continue;
    faults.push(`${name}: must begin with https:// (or set ALLOW_HTTP_ORIGIN=on: passwords then travel in the clear)`);
  }
  return faults;
}

/** True in production with a mail server on another machine, unless an explicit setting allows otherwise. */
export function needsTls({ NODE_ENV, SMTP_URL, ALLOW_PLAIN_SMTP }: Environment): boolean {
  if (NODE_ENV !== "production" || SMTP_URL === undefined || isOn(ALLOW_PLAIN_SMTP, false)) return false;
  return !isLoopback(new URL(SMTP_URL).hostname);
}

/** Why a sandbox other than the payment provider's has no place in production. */
const NOT_IN_PRODUCTION = {
  MAIL_SANDBOX: "/sandbox/mail shows everybody's links to everybody. Set SMTP_URL",
  CLOCK_SANDBOX: "/sandbox/clock moves the time of everybody. Leave it out",
  SYNC_SANDBOX: "/sandbox/sync reads and deletes everybody's synced data. Leave it out",
} as const;

/** Faults of the four switches of the sandboxes. */
function sandboxFaults(env: Environment): string[] {
  const faults: string[] = [];
  if (env.STRIPE_API_KEY && isOn(env.PAYMENT_SANDBOX, false))
    faults.push("PAYMENT_SANDBOX: cannot be on together with STRIPE_API_KEY; remove one of them");
  if (env.STRIPE_API_KEY && isOn(env.CLOCK_SANDBOX, false))
    faults.push(
      "CLOCK_SANDBOX: cannot be on together with STRIPE_API_KEY, whose time it cannot move; remove one of them",
    );
  if (env.SMTP_URL && isOn(env.MAIL_SANDBOX, false))
    faults.push("MAIL_SANDBOX: cannot be on together with SMTP_URL; remove one of them");
  if (env.NODE_ENV === "production") {
    for (const [name, why] of Object.entries(NOT_IN_PRODUCTION))
      if (isOn(env[name as keyof typeof NOT_IN_PRODUCTION], false))
        faults.push(`${name}: cannot be on in production; ${why}`);
    return faults;
  }
  if (movesMoney(env) && isOn(env.MAIL_SANDBOX, false))
    faults.push(
      "MAIL_SANDBOX: cannot be on with a live STRIPE_API_KEY; /sandbox/mail shows everybody's links to everybody",
    );
  if (!env.STRIPE_API_KEY && !isOn(env.PAYMENT_SANDBOX, true))
    faults.push("STRIPE_API_KEY: is missing; PAYMENT_SANDBOX=off leaves no payment provider");
  if (!env.SMTP_URL && !isOn(env.MAIL_SANDBOX, true))
    faults.push("SMTP_URL: is missing; MAIL_SANDBOX=off leaves no way for mail");
  return faults;
}

/** Faults that involve several settings: one sentence for each contradiction. */
export function contradictions(env: Environment): string[] {
  const production = env.NODE_ENV === "production";
  const faults = sandboxFaults(env);
  if (env.STRIPE_API_KEY && !env.STRIPE_PUBLISHABLE_KEY)
    faults.push("STRIPE_PUBLISHABLE_KEY: is missing; it belongs to STRIPE_API_KEY");
  if (env.STRIPE_API_KEY && !env.STRIPE_WEBHOOK_SECRET)
    faults.push("STRIPE_WEBHOOK_SECRET: is missing; without it nobody could tell the provider's news from forged ones");
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
  if (!env.SMTP_URL) faults.push("SMTP_URL: is missing; production needs it");
  if (!env.PUBLIC_ORIGIN) faults.push("PUBLIC_ORIGIN: is missing; mailed links begin with it");
  if (env.DATABASE_URL && !env.SERVICE_CREDENTIAL)
    faults.push("SERVICE_CREDENTIAL: is missing; the instances share it");
  return faults;
}

/** Parts that a process calls over HTTP unless it serves them itself. The sandbox asks accounts about staff in production only. */
const ASKED: readonly {
  readonly setting: keyof Environment;
  readonly served: string;
  readonly by: readonly string[];
}[] = [
  { setting: "ACCOUNTS_URL", served: "accounts", by: ["purchase", "worker", "portal", "sandbox"] },
  { setting: "PURCHASE_URL", served: "purchase", by: ["portal", "sandbox"] },
  { setting: "SANDBOX_URL", served: "sandbox", by: ["purchase", "worker"] },
];

/** Faults of a process that serves only some parts and cannot reach the others. */
export function unreachableParts(env: Environment, parts: readonly string[]): string[] {
  return ASKED.flatMap(({ setting, served, by }) => {
    const plays = env.STRIPE_API_KEY === undefined;
    const asks = (part: string): boolean =>
      part !== "sandbox" || (plays && (served !== "accounts" || env.NODE_ENV === "production"));
    const needing = by.filter((part) => parts.includes(part) && asks(part));
    if (parts.includes(served) || needing.length === 0 || env[setting] !== undefined) return [];
    if (served === "sandbox" && !plays) return [];
    return [
      `${setting}: is missing; "serve ${parts.join(" ")}" needs the address of the process that serves ${served}`,
    ];
  });
}
