import { expect, test } from "vitest";
import { readConfig, settingNames } from "./config.ts";

const faultsOf = (env: Record<string, string>): string[] => {
  const read = readConfig(env);
  return "faults" in read ? read.faults : [];
};

const stripe = {
  STRIPE_API_KEY: "sk_test_1",
  STRIPE_PUBLISHABLE_KEY: "pk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_12345678",
};
const mail = { SMTP_URL: "smtp://mail.example.com", MAIL_FROM: "a@example.com" };
const shared = { NODE_ENV: "production", ...mail, PUBLIC_ORIGIN: "https://account.example.com" };
/** Production with the payment sandbox. */
const trial = { ...shared, PAYMENT_SANDBOX: "on" };
const real = { ...shared, ...stripe, STRIPE_API_KEY: "sk_live_1" };

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
  expect(faultsOf({ ...stripe, PAYMENT_SANDBOX: "on" })).toEqual([
    "PAYMENT_SANDBOX: cannot be on together with STRIPE_API_KEY; remove one of them",
  ]);
});

test("rate limits cannot be turned off with real people or real money", () => {
  expect(readConfig({ ...mail, RATE_LIMITS: "off" })).toMatchObject({ config: { rateLimits: true } });
  expect(readConfig({ RATE_LIMITS: "off" })).toMatchObject({ config: { rateLimits: false } });
});

test("R-11 production with DEMO=on is refused, also on the sandboxes", () => {
  expect(faultsOf(real)).toEqual([]);
  const sandboxed = { ...trial, PUBLIC_ORIGIN: "http://127.0.0.1:4400" };
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
      expect.stringMatching(
        /^NODE_ENV: must be production where HOST=.* PAYMENT_SANDBOX=on keeps the payment sandbox there/,
      ),
    ]);
  for (const HOST of ["127.0.0.1", "127.0.0.2", "::1", "localhost"]) expect(faultsOf({ HOST }), HOST).toEqual([]);
  expect(faultsOf({ ...real, SMTP_URL: "", MAIL_FROM: "", MAIL_SANDBOX: "on" })).toEqual([
    "MAIL_SANDBOX: cannot be on in production; /sandbox/mail shows everybody's links to everybody. Set SMTP_URL",
    "SMTP_URL: is missing; production needs it",
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

test("R-56 only the documented values of NODE_ENV are accepted, and every other one is refused by name (FAULT-56)", () => {
  for (const NODE_ENV of ["prod", "Production", "PRODUCTION", "prodution", "staging", "production ", "dev", "0"])
    expect(faultsOf({ NODE_ENV }), NODE_ENV).toEqual([expect.stringMatching(/^NODE_ENV: /)]);
  for (const NODE_ENV of ["development", "test", ""]) expect(faultsOf({ NODE_ENV }), NODE_ENV).toEqual([]);
});

test("R-56 each sandbox has its own switch, and production allows the payment provider's only (FAULT-23)", () => {
  const sandboxOf = (env: Record<string, string>): unknown => {
    const read = readConfig(env);
    return "config" in read ? read.config.sandbox : read.faults;
  };
  const all = { payments: true, mail: true, clock: true, sync: true, staffByPassword: true };
  const none = { payments: false, mail: false, clock: false, sync: false, staffByPassword: false };
  expect(sandboxOf({})).toEqual(all);
  expect(sandboxOf({ CLOCK_SANDBOX: "off" })).toEqual({ ...all, clock: false });
  expect(sandboxOf({ SYNC_SANDBOX: "off" })).toEqual({ ...all, sync: false });
  expect(sandboxOf(trial)).toEqual({ ...none, payments: true });
  expect(sandboxOf(real)).toEqual(none);
  for (const name of ["MAIL_SANDBOX", "CLOCK_SANDBOX", "SYNC_SANDBOX"])
    expect(faultsOf({ ...trial, SMTP_URL: "", MAIL_FROM: "", [name]: "on" }), name).toContainEqual(
      expect.stringMatching(new RegExp(`^${name}: cannot be on in production`)),
    );
  expect(faultsOf({ PAYMENT_SANDBOX: "off", MAIL_SANDBOX: "off" }).map((fault) => fault.split(":")[0])).toEqual([
    "STRIPE_API_KEY",
    "SMTP_URL",
  ]);
});

test("FAULT-42 all faults are reported in one pass, each with its setting and the valid form", () => {
  const faults = faultsOf({
    NODE_ENV: "production",
    PORT: "99999",
    TRUSTED_PROXIES: "foo",
    DATABASE_URL: "postgres://u:secret@h:x/d",
    PUBLIC_ORIGIN: "https://a.example/portal",
    DEMO: "on",
    APP_SECRET_TIME_SHEETS: "geheim-schlüssel-geheim-schlüssel-geheim",
  });
  expect(faults).toEqual([
    "PORT: must be a port from 0 to 65535",
    expect.stringMatching(/^DATABASE_URL: has the host "h:x", which must be host or host:port/),
    "PUBLIC_ORIGIN: must be an origin such as https://account.example.com, without a path, ?, # or a login",
    'TRUSTED_PROXIES: has "foo"; each item must be an address or a network, such as 10.0.0.7 or 10.0.0.0/8',
    expect.stringMatching(/^APP_SECRET_TIME_SHEETS: may hold ASCII characters only: .*Basic authentication/),
    expect.stringMatching(/^DEMO: cannot be on in production/),
    expect.stringMatching(/^STRIPE_API_KEY: is missing/),
    expect.stringMatching(/^SMTP_URL: is missing/),
  ]);
});

test("FAULT-21 a secret that cannot be sent in a header is refused, with the reason", () => {
  const long = "x".repeat(32);
  for (const value of [`${long}ü`, `${long}\u00a0${long}`, `${long}\u{1f511}`]) {
    expect(faultsOf({ APP_SECRET_A: value })).toEqual([expect.stringMatching(/^APP_SECRET_A: may hold ASCII/)]);
    expect(faultsOf({ METRICS_TOKEN: value })).toEqual([
      expect.stringMatching(/^METRICS_TOKEN: may hold visible ASCII/),
    ]);
  }
  expect(faultsOf({ APP_SECRET_A: `${long}:%& +`, METRICS_TOKEN: long })).toEqual([]);
});

const wrong: readonly [string, readonly string[]][] = [
  [
    "PUBLIC_ORIGIN",
    [
      "https://a.example/portal",
      "https://a.example/?x",
      "https://a.example?",
      "https://a.example/#x",
      "https://a.example#",
      "https://user:pw@a.example",
      "https://@a.example",
      "https://a.example//",
      "https://a.example\\b",
      "https://a .example",
      "https://a.example:99999",
      "ftp://a.example",
      "a.example",
    ],
  ],
  ["PORTAL_ORIGINS", ["https://b.example,https://a.example/x", "a.example", "*", "https://u@a.example"]],
  ["ACCOUNTS_URL", ["http://10.0.0.1:4401/api"]],
  [
    "MAIL_FROM",
    ["account", "account@", "@a.example", "Foyer account@a.example", "a@b.example, c@d.example", "<a@b@c>"],
  ],
  ["HOST", ["http://a.example", "127.0.0.1:4400", "::1:4400:x", "a_b!", "[::1", "-a"]],
  ["PORT", ["0x10", "1e3", "4400.5", "-1", "+80"]],
  ["DRAIN_SECONDS", ["0x1", "1e1", "61", "-1"]],
  ["TRUSTED_PROXIES", ["10.0.0.0/33", "10.0.0.1/8/8", "::1/129", "proxy.example"]],
  ["SYNC_URL", ["https://user:pw@dav.example/", "dav.example"]],
  ["SYNC_USERNAME", ["a:b"]],
];

test.each(wrong)("FAULT-58 %s is checked", (name, values) => {
  for (const value of values)
    expect(faultsOf({ [name]: value }), value).toEqual([expect.stringMatching(new RegExp(`^${name}: `))]);
});

test("FAULT-58 a blank value, and a space around a value, is a fault of every setting", () => {
  for (const name of settingNames) {
    const blank = faultsOf({ [name]: " \t" }).filter((fault) => fault.startsWith(`${name}: `));
    expect(blank).toEqual([`${name}: is blank; leave it out, or set a value`]);
    expect(faultsOf({ [name]: "a\n" }).join(), name).toContain(`${name}: contains a line break`);
  }
  expect(faultsOf({ PORT: " 4400" })).toEqual(["PORT: begins or ends with a space"]);
});

test("FAULT-58 valid forms are accepted, and origins are as browsers write them", () => {
  const read = readConfig({
    PUBLIC_ORIGIN: "HTTPS://Account.Example.com:443/",
    PORTAL_ORIGINS: "https://a.example/, http://[::1]:80",
    HOST: "[::1]",
    MAIL_FROM: "Foyer, the portal <account@bücher.example>",
    TRUSTED_PROXIES: "10.0.0.7, 10.0.0.0/8, fd00::/8, loopback, 10.0.0.0/255.0.0.0",
    DRAIN_SECONDS: "0.5",
  });
  expect(read).toMatchObject({
    config: {
      publicOrigin: "https://account.example.com",
      portalOrigins: ["https://a.example", "http://[::1]"],
      host: "::1",
      drainSeconds: 0.5,
    },
  });
  expect(readConfig({ HOST: "::1" })).toMatchObject({ config: { publicOrigin: "http://[::1]:4400" } });
});

test("FAULT-43 a part without the address of what it asks is refused, and the setting is named", () => {
  const missing = (parts: readonly string[], env: Record<string, string> = {}): string[] => {
    const read = readConfig(env, parts);
    return "faults" in read ? read.faults.map((fault) => fault.split(":")[0] ?? "") : [];
  };
  expect(missing(["purchase"], stripe)).toEqual(["ACCOUNTS_URL"]);
  expect(missing(["worker"], stripe)).toEqual(["ACCOUNTS_URL"]);
  expect(missing(["portal"], stripe)).toEqual(["ACCOUNTS_URL", "PURCHASE_URL"]);
  expect(missing(["accounts"], stripe)).toEqual([]);
  expect(missing(["accounts", "worker"], stripe)).toEqual([]);
  expect(missing(["accounts", "purchase", "portal"], stripe)).toEqual([]);
  expect(missing(["purchase", "accounts"])).toEqual(["SANDBOX_URL"]);
  expect(missing(["sandbox"])).toEqual(["PURCHASE_URL"]);
  expect(missing(["sandbox"], trial)).toEqual(["ACCOUNTS_URL", "PURCHASE_URL"]);
  expect(missing(["purchase"], { ...stripe, ACCOUNTS_URL: "http://10.0.0.1:4401" })).toEqual([]);
  expect(missing(["accounts", "purchase", "portal", "worker", "sandbox"])).toEqual([]);
});
