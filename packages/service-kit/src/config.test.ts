import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const faultsOf = (env: Record<string, string>): string[] => {
  const read = readConfig(env);
  return "faults" in read ? read.faults : [];
};

test("a first try needs no setting: it uses sandboxes, demo and the embedded database", () => {
  const read = readConfig({});
  expect(read).toMatchObject({
    config: {
      port: 4400,
      databaseUrl: null,
      demo: true,
      sandbox: { payments: true, mail: true },
      publicOrigin: "http://127.0.0.1:4400",
    },
  });
});

test("each fault is one line that names the setting and what would be right", () => {
  expect(faultsOf({ PORT: "seventy", DATABASE_URL: "mysql://x", RATE_LIMITS: "maybe" })).toEqual([
    "PORT: must be a port from 0 to 65535",
    "DATABASE_URL: must be an address such as postgres://user:password@host/database",
    "RATE_LIMITS: must be on or off",
  ]);
});

test("HA-01 HA-05 the fault of a database address is named, and a pooler is not accepted as a server", () => {
  const own = "postgres://u:p@a,b/foyer";
  expect(
    faultsOf({ DATABASE_URL: `${own}?target_session_attrs=any`, DATABASE_POOL_URL: "postgres://u@pooler" }),
  ).toEqual([
    "DATABASE_URL: has target_session_attrs=any, which must be read-write or primary: only a server that takes writes is used",
    "DATABASE_POOL_URL: must name a database, such as postgres://user:password@pooler:6432/foyer: the entries are foyer_accounts and so on",
  ]);
  expect(faultsOf({ DATABASE_POOL_URL: "postgres://u@pooler/foyer", DATABASE_CONNECTIONS: "12" })).toEqual([
    "DATABASE_URL: is missing; migrations and jobs need the server itself, not the pooler of DATABASE_POOL_URL",
  ]);
  expect(faultsOf({ DATABASE_URL: own, DATABASE_CONNECTIONS: "2" })).toEqual([
    "DATABASE_CONNECTIONS: must be a number from 8 to 200",
  ]);
});

test("R-56 production refuses to start without required settings, and names them", () => {
  const faults = faultsOf({ NODE_ENV: "production" });
  expect(faults.map((fault) => fault.split(":")[0])).toEqual(["STRIPE_API_KEY", "SMTP_URL", "PUBLIC_ORIGIN"]);
  expect(faultsOf({ STRIPE_API_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" })).toEqual([
    "STRIPE_WEBHOOK_SECRET: is missing; without it nobody could tell the provider's news from forged ones",
  ]);
});

test("the sandbox and a key of the provider exclude each other", () => {
  const faults = faultsOf({
    STRIPE_API_KEY: "sk_test_1",
    STRIPE_PUBLISHABLE_KEY: "pk_test_1",
    STRIPE_WEBHOOK_SECRET: "whsec_12345678",
    PAYMENT_SANDBOX: "on",
  });
  expect(faults).toEqual(["PAYMENT_SANDBOX: cannot be on together with STRIPE_API_KEY; remove one of them"]);
});

test("rate limits cannot be turned off with real people or real money", () => {
  const real = { SMTP_URL: "smtp://mail.example.com", MAIL_FROM: "a@example.com", RATE_LIMITS: "off" };
  expect(readConfig(real)).toMatchObject({ config: { rateLimits: true } });
  expect(readConfig({ RATE_LIMITS: "off" })).toMatchObject({ config: { rateLimits: false } });
});

const real = {
  NODE_ENV: "production",
  STRIPE_API_KEY: "sk_live_1",
  STRIPE_PUBLISHABLE_KEY: "pk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_12345678",
  SMTP_URL: "smtp://mail.example.com",
  MAIL_FROM: "a@example.com",
  PUBLIC_ORIGIN: "https://account.example.com",
};

test("R-11 production with DEMO=on is refused, also on the sandboxes", () => {
  expect(faultsOf(real)).toEqual([]);
  const sandboxed = {
    NODE_ENV: "production",
    PAYMENT_SANDBOX: "on",
    MAIL_SANDBOX: "on",
    PUBLIC_ORIGIN: "http://127.0.0.1:4400",
  };
  expect(faultsOf(sandboxed)).toEqual([]);
  for (const env of [real, sandboxed])
    expect(faultsOf({ ...env, DEMO: "on" })).toEqual([
      "DEMO: cannot be on in production; the passwords of its accounts are public. Leave it out",
    ]);
});

test("R-56 a live key, or a host that others reach, requires NODE_ENV production", () => {
  expect(faultsOf({ ...real, NODE_ENV: "" })).toEqual([
    "NODE_ENV: must be production with a live STRIPE_API_KEY, which moves real money",
  ]);
  for (const HOST of ["0.0.0.0", "::", "192.168.1.5", "account.example.com", "127.0.0.1.example.com"])
    expect(faultsOf({ HOST }), HOST).toEqual([
      expect.stringMatching(/^NODE_ENV: must be production where HOST=.* PAYMENT_SANDBOX=on and MAIL_SANDBOX=on/),
    ]);
  for (const HOST of ["127.0.0.1", "127.0.0.2", "::1", "localhost"]) expect(faultsOf({ HOST }), HOST).toEqual([]);
  expect(faultsOf({ ...real, SMTP_URL: "", MAIL_FROM: "", MAIL_SANDBOX: "on" })).toEqual([
    "MAIL_SANDBOX: cannot be on with a live STRIPE_API_KEY; /sandbox/mail shows everybody's links to everybody",
  ]);
});

test("R-26 production allows an origin without TLS only by an explicit setting", () => {
  const plain = { ...real, PUBLIC_ORIGIN: "http://account.example.com" };
  expect(faultsOf(plain)).toEqual([
    "PUBLIC_ORIGIN: must begin with https:// (or set ALLOW_HTTP_ORIGIN=on: passwords then travel in the clear)",
  ]);
  expect(faultsOf({ ...plain, ALLOW_HTTP_ORIGIN: "on" })).toEqual([]);
  expect(faultsOf({ ...real, PORTAL_ORIGINS: "https://a.example, HTTP://b.example, http://[::1]:4400" })).toEqual([
    "PORTAL_ORIGINS: must begin with https:// (or set ALLOW_HTTP_ORIGIN=on: passwords then travel in the clear)",
  ]);
});

test("R-51 production sends mail encrypted, unless an explicit setting allows otherwise", () => {
  expect(readConfig(real)).toMatchObject({ config: { smtpNeedsTls: true } });
  expect(readConfig({ ...real, ALLOW_PLAIN_SMTP: "on" })).toMatchObject({ config: { smtpNeedsTls: false } });
  expect(readConfig({ ...real, SMTP_URL: "smtp://localhost:25" })).toMatchObject({ config: { smtpNeedsTls: false } });
  expect(readConfig({ ...real, NODE_ENV: "", STRIPE_API_KEY: "sk_test_1" })).toMatchObject({
    config: { smtpNeedsTls: false },
  });
});
