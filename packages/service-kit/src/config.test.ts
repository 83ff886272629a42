import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const faultsOf = (env: Record<string, string>): string[] => {
  const read = readConfig(env);
  return "faults" in read ? read.faults : [];
};

test("nothing has to be set for a first try: sandboxes, demo, the embedded database", () => {
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

test("R-56 production refuses to start on what is missing, and names it", () => {
  const faults = faultsOf({ NODE_ENV: "production" });
  expect(faults.map((fault) => fault.split(":")[0])).toEqual(["STRIPE_API_KEY", "SMTP_URL", "PUBLIC_ORIGIN"]);
  expect(faultsOf({ STRIPE_API_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" })).toEqual([
    "STRIPE_WEBHOOK_SECRET: is missing; without it nobody could tell the provider's news from forged ones",
  ]);
});

test("the sandbox and a live key exclude each other", () => {
  const faults = faultsOf({
    STRIPE_API_KEY: "sk_live_1",
    STRIPE_PUBLISHABLE_KEY: "pk_live_1",
    STRIPE_WEBHOOK_SECRET: "whsec_12345678",
    PAYMENT_SANDBOX: "on",
  });
  expect(faults).toEqual(["PAYMENT_SANDBOX: cannot be on together with STRIPE_API_KEY; remove one of them"]);
});

test("rate limits cannot be lifted where real people or real money are", () => {
  const real = { SMTP_URL: "smtp://mail.example.com", MAIL_FROM: "a@example.com", RATE_LIMITS: "off" };
  expect(readConfig(real)).toMatchObject({ config: { rateLimits: true } });
  expect(readConfig({ RATE_LIMITS: "off" })).toMatchObject({ config: { rateLimits: false } });
});
