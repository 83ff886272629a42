import { randomUUID } from "node:crypto";
import type { BrandApp } from "@foyer/contract/brand-apps";
import { fixedClock } from "@foyer/service-kit/clock";
import { type Database, openDatabase } from "@foyer/service-kit/db";
import { createHost } from "@foyer/service-kit/host";
import { type Keyring, keyringOf } from "@foyer/service-kit/keyring";
import { createLog } from "@foyer/service-kit/log";
import { callerAddress } from "@foyer/testing/caller-address";
import { testDatabase } from "@foyer/testing/database";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll } from "vitest";
import { type AccountsService, createAccounts } from "../app.ts";
import type { AccountsTables } from "../db/schema.ts";
import type { AccountsDeps, AccountsSettings } from "../deps.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import type { FileImporter } from "../staff/file-importer.ts";
import type { SyncStore } from "../sync-data/sync-store.ts";
import { cheapPasswords } from "./cheap-passwords.ts";
import { doJobs } from "./do-jobs.ts";
import type { ErasedAccount } from "../erasure/erasure-journal.ts";
import { memorySyncStore, noImporter, type TestMailer, testMailer } from "./fakes.ts";

type Method = "GET" | "HEAD" | "POST" | "DELETE" | "PUT" | "OPTIONS";

/** An answer with its parsed body. */
export interface Answer {
  readonly status: number;
  // Tests read bodies of every shape; the plugin has already checked them against the contract.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Status and code of a refusal. */
export const refusal = ({ status, body }: Answer): unknown[] => [status, body.code];

export interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  /** A raw body, sent as is instead of `body`. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** IP address of the call; by default a separate one for each person. */
  readonly ip?: string;
  /** Number of the instance; 0 by default. */
  readonly instance?: number;
}

const brand: AccountsDeps["brand"] = {
  provider: "Example",
  accountsTitle: "Example Accounts",
  company: "Example Software",
  accent: "#336699",
  contacts: { support: "help@example.com" },
  links: { support: "https://help.example.com" },
  seller: { address: ["1 Example Street"] },
  products: [
    {
      name: "Outliner",
      code: "OUTLINE",
      supportedVersion: 5,
      activation: { counts: "seat", limit: 3, offlineDays: 30, freesPer30Days: 2 },
    },
  ],
};

export const serviceCredential = "a-service-credential-for-tests-only-0123456789";
export const testKeyring = keyringOf(["a-key-for-the-secrets-of-tests-0123456789"]);
export const portal = "https://portal.example.com";

export interface TestAccounts {
  readonly database: Database<AccountsTables>;
  /** URL of the owner's connection, for tests that check the database independently. */
  readonly databaseUrl: string;
  readonly clock: ReturnType<typeof fixedClock>;
  readonly mailer: TestMailer;
  readonly passwords: PasswordHasher;
  readonly services: readonly AccountsService[];
  /** Entries appended to the erasure journal. */
  readonly erased: ErasedAccount[];
  call(method: Method, path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body?: unknown, token?: string): Promise<Answer>;
  get(path: string, token?: string): Promise<Answer>;
  /** Runs the due jobs. */
  work(): Promise<void>;
  /** Runs the sweep of that name on one instance. */
  sweep(name: string, instance?: number): Promise<void>;
  /** Starts one more instance, with these apps. @returns its number. */
  join(apps: readonly BrandApp[]): Promise<number>;
  /** Deletes all counted tries, for tests that do more than a person does in that time. The clock stays. */
  forgetTries(): Promise<void>;
  close(): Promise<void>;
}

export interface TestOptions {
  readonly instances?: number;
  /** Why the test must run without limits; they are on by default. */
  readonly limitsOff?: string;
  readonly uniformAnswers?: boolean;
  readonly sandbox?: boolean;
  readonly mailMayRefuse?: boolean;
  /** `cheapPasswords` by default. */
  readonly passwords?: AccountsDeps["passwords"];
  readonly syncStore?: SyncStore;
  /** The composition root provides this in production; by default every file is empty. */
  readonly fileImporter?: FileImporter;
  /** `portal` by default. */
  readonly publicOrigin?: string;
  /** Database connections of each instance; 12 by default. */
  readonly connections?: number;
  /** Encrypts the secrets of second factors; `testKeyring` by default. */
  readonly keyring?: Keyring;
  /** The brand's apps; none by default. */
  readonly apps?: readonly BrandApp[];
  /** The apps of the instances after the first, which have a changed brand; `apps` by default. */
  readonly changedApps?: readonly BrandApp[];
  readonly appSecrets?: ReadonlyMap<string, string>;
  /** Parts of the brand in place of the usual ones. */
  readonly brand?: Partial<
    Pick<AccountsDeps["brand"], "products" | "plans" | "privacy" | "compatibility" | "consumerDesk">
  >;
}

function settingsFor(options: TestOptions): AccountsSettings {
  const sandbox = options.sandbox ?? true;
  return {
    publicOrigin: options.publicOrigin ?? portal,
    portalOrigins: [],
    rateLimits: options.limitsOff === undefined,
    strictContract: true,
    uniformAnswers: options.uniformAnswers ?? false,
    sandbox: { payments: sandbox, mail: sandbox, clock: sandbox, sync: sandbox, staffByPassword: sandbox },
  };
}

/** The dependencies that the options of a test can replace. */
const defaults = (options: TestOptions) => ({
  keyring: options.keyring ?? testKeyring,
  appSecrets: options.appSecrets ?? new Map<string, string>(),
  syncStore: options.syncStore ?? memorySyncStore(),
  fileImporter: options.fileImporter ?? noImporter,
  failureReports: async () => [],
  config: settingsFor(options),
  own: options.brand,
});

interface Instance {
  readonly database: Database<AccountsTables>;
  readonly service: AccountsService;
  readonly app: FastifyInstance;
}

async function startInstance(
  url: string,
  max: number,
  deps: Omit<AccountsDeps, "database" | "brand" | "serviceCredential"> & {
    readonly apps: readonly BrandApp[];
    readonly own: TestOptions["brand"];
  },
): Promise<Instance> {
  const database = openDatabase<AccountsTables>({ url, role: "foyer_accounts", schema: "accounts", max });
  const service = createAccounts({
    database,
    serviceCredential,
    ...deps,
    brand: { ...brand, ...deps.own, apps: deps.apps },
  });
  const readiness = { check: async () => null };
  const app = createHost({ log: deps.log, trustedProxies: ["127.0.0.1"], readiness, serviceCredential });
  await app.register(service.plugin);
  await app.register(service.shortLinks);
  await app.register(service.provider);
  await app.register(service.dialects);
  await app.ready();
  return { database, service, app };
}

/** Starts the accounts service on a separate database with the given number of instances. */
export async function startAccounts(options: TestOptions = {}): Promise<TestAccounts> {
  const own = await testDatabase();
  const clock = fixedClock(new Date(Math.floor(Date.now() / 1_000) * 1_000));
  const mailer = testMailer(options.mailMayRefuse ?? false);
  const log = createLog({ level: process.env["TEST_LOG"] ?? "silent" });
  const passwords = options.passwords ?? cheapPasswords();
  const erased: ErasedAccount[] = [];
  const erasureJournal = { append: async (entry: ErasedAccount) => void erased.push(entry) };
  const deps = { ...defaults(options), clock, log, mailer, passwords, erasureJournal };
  const start = (apps = options.apps ?? []): Promise<Instance> =>
    startInstance(own.url, options.connections ?? 12, { ...deps, apps });
  const first = await start();
  const instances = [first];
  while (instances.length < (options.instances ?? 1)) instances.push(await start(options.changedApps));
  const call: TestAccounts["call"] = (method, path, sent = {}) =>
    request(instances[sent.instance ?? 0]?.app, method, path, sent);
  return {
    database: first.database,
    databaseUrl: own.url,
    services: instances.map(({ service }) => service),
    clock,
    mailer,
    passwords,
    erased,
    call,
    post: (path, body, token) => call("POST", path, { body, token }),
    get: (path, token) => call("GET", path, { token }),
    join: async (apps) => instances.push(await start(apps)) - 1,
    sweep: async (name, instance = 0) => {
      const sweep = instances[instance]?.service.sweeps.find((each) => each.name === name);
      if (!sweep) throw new Error(`there is no sweep ${name}`);
      await sweep.run();
    },
    work: () => doJobs(first.database, first.service.jobs, log),
    forgetTries: async () => {
      await first.database.kysely.deleteFrom("sign_in_guards").execute();
      await first.database.pool.query("delete from rate_limits");
    },
    close: async () => {
      for (const { app } of instances) await app.close();
      for (const { database } of instances) await database.close();
      await own.close();
    },
  };
}

/** Starts the service before the tests of the file or `describe` block that calls it, and closes it after them. */
export function testAccounts(options: TestOptions = {}): TestAccounts {
  const service = {} as TestAccounts;
  beforeAll(async () => {
    Object.assign(service, await startAccounts(options));
  });
  afterAll(() => service.close());
  return service;
}

async function request(
  app: FastifyInstance | undefined,
  method: Method,
  path: string,
  options: CallOptions,
): Promise<Answer> {
  const {
    token,
    body,
    form,
    raw,
    headers,
    ip = callerAddress({ path, token: options.token, fields: options.form ?? options.body }),
  } = options;
  if (!app) throw new Error("there is no such instance");
  const payload =
    raw ?? (form ? new URLSearchParams(form).toString() : body === undefined ? undefined : JSON.stringify(body));
  const answer = await app.inject({
    method,
    url: path.startsWith("/") ? path : `/api/1.1/${path}`,
    headers: {
      ...(payload === undefined
        ? {}
        : { "content-type": form ? "application/x-www-form-urlencoded" : "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      "x-forwarded-for": ip,
      "x-request-id": randomUUID(),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  });
  const isJson = String(answer.headers["content-type"]).startsWith("application/json") && answer.payload !== "";
  return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers };
}
