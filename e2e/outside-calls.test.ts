import { once } from "node:events";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { Server } from "node:net";
import { type TestDatabase, testDatabase } from "@foyer/testing/database";
import { eventually } from "@foyer/testing/running-system";
import pg from "pg";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runImport } from "./import-lines.ts";
import { type Instance, instanceOn } from "./instance.ts";
import { linesWith, post, signIn } from "./inviting.ts";

// Every server outside of the database takes this long. A transaction that waits for one is open for nearly as long.
const SLOW_MS = 700;
const IDLE_MAX_MS = 600;

const lines = [
  ...linesWith({ product_id: "OUTLINE-5-SUB-MONTHLY-WEB", total_seats: 5 }),
  { type: "subscription", license: "lic-1", current_period_end: "+15d" },
];

const left: (() => Promise<unknown> | void)[] = [];
let database: TestDatabase;
let instance: Instance;
const mailed: string[] = [];
const asked = { provider: 0, sync: 0 };

async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  left.push(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

const slowly =
  (handler: (incoming: IncomingMessage, outgoing: ServerResponse) => void) =>
  (incoming: IncomingMessage, outgoing: ServerResponse): void =>
    void setTimeout(() => handler(incoming, outgoing), SLOW_MS);

/** Forwards a request, with the delay, to the payment sandbox that the instance itself serves. */
function passToProvider(incoming: IncomingMessage, outgoing: ServerResponse): void {
  asked.provider++;
  const { method, url = "/", headers } = incoming;
  const upstream = request(`${instance.url}${url}`, { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  upstream.on("error", () => outgoing.destroy());
  incoming.pipe(upstream);
}

/** A WebDAV server without files. */
function answerNothingThere(_incoming: IncomingMessage, outgoing: ServerResponse): void {
  asked.sync++;
  outgoing.writeHead(404).end();
}

function slowMailServer(): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onConnect: (_session, done) => setTimeout(done, SLOW_MS),
    onData: (stream, session, done) => {
      stream.resume();
      stream.on("end", () =>
        setTimeout(() => {
          mailed.push(session.envelope.rcptTo[0]?.address ?? "");
          done();
        }, SLOW_MS),
      );
    },
  });
  return server.on("error", () => undefined);
}

beforeAll(async () => {
  database = await testDatabase();
  left.push(() => database.close());
  await runImport(database.url, lines);
  const provider = await listening(createServer(slowly(passToProvider)));
  const sync = await listening(createServer(slowly(answerNothingThere)));
  const mail = await listening(slowMailServer().server);
  const started = await instanceOn(database.url, {
    SANDBOX_URL: `http://127.0.0.1:${provider}`,
    SYNC_URL: `http://127.0.0.1:${sync}`,
    SMTP_URL: `smtp://127.0.0.1:${mail}`,
    MAIL_FROM: "Fernhill <accounts@example.com>",
  });
  instance = started;
  left.push(() => started.close());
  await started.start();
}, 120_000);
afterAll(async () => {
  for (const close of left.splice(0).toReversed()) await close();
});

// oxlint-disable-next-line typescript/no-explicit-any -- Tests read answers of every shape.
async function call(method: string, address: string, token: string | null, json?: object): Promise<any> {
  const answer = await fetch(`${instance.url}${address}`, {
    method,
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(json ? { body: JSON.stringify(json) } : {}),
  });
  const body = await answer.json();
  expect(answer.status, `${address} ${JSON.stringify(body)}`).toBe(200);
  return body;
}

/** Requests a confirm key until its mail is sent, because a mail server this slow sometimes counts as unavailable. */
async function signUpSurely(address: string): Promise<void> {
  const isTaken = async () =>
    (await post(instance, "/api/1.1/user/verify_email/", { email_address: address })).status === 200;
  await eventually(isTaken, "a confirm key on its way");
}

/**
 * While `work` runs, polls every few milliseconds for an open transaction that waits for its client. Returns its
 * duration and last statement.
 */
async function openTransactionsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const found = new Map<string, number>();
  let isOver = false;
  const working = work().finally(() => (isOver = true));
  // The failure is thrown below, after the polling ends.
  working.catch(() => undefined);
  while (!isOver) {
    const { rows } = await owner.query<{ query: string; ms: number }>(
      `select left(query, 200) as query, (extract(epoch from clock_timestamp() - state_change) * 1000)::int4 as ms
       from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'
       and clock_timestamp() - state_change > make_interval(secs => $1)`,
      [IDLE_MAX_MS / 1_000],
    );
    for (const { query, ms } of rows) found.set(query, ms);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  await owner.end();
  await working;
  return [...found].map(([query, ms]) => `${ms} ms after ${query}`);
}

async function raiseSeats(token: string, customer: string): Promise<void> {
  const { subscriptions } = await call("GET", `/api/v2/customer/${customer}/subscriptions`, token);
  const [{ id, items, default_tax_rates }] = subscriptions;
  const wanted = { plan: items.data[0].plan.id, quantity: 8, default_tax_rates };
  const invoice = `/api/v2/customer/${customer}/invoice/${id}`;
  const shown = await call("POST", `${invoice}/preview`, token, { ...wanted, subscription_item_id: items.data[0].id });
  await call("POST", `/api/v2/customer/${customer}/subscription/${id}`, token, {
    ...wanted,
    proration_behavior: "create_prorations",
    quote: shown.quote.id,
  });
  const created = await call("POST", `${invoice}/create`, token, { auto_advance: true });
  expect(created.invoice.status).toBe("paid");
}

async function addCard(token: string, customer: string): Promise<void> {
  const base = `/api/v2/customer/${customer}`;
  const intent = await call("POST", `${base}/setup_intent`, token, { usage: "off_session" });
  const card = { number: "5555555555554444", exp_month: "12", exp_year: "2031", cvc: "123" };
  const data = Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value]);
  const form = new URLSearchParams([
    ["key", "pk_test_sandbox"],
    ["client_secret", intent.cs],
    ["payment_method_data[type]", "card"],
    ...data,
  ]);
  // The request that the browser sends to the provider itself.
  await fetch(`${instance.url}/sandbox/stripe/v1/setup_intents/${intent.id}/confirm`, { method: "POST", body: form });
  const { payment_methods: cards } = await call("GET", `${base}/payment_methods`, token);
  const added = cards.find((one: { card: { last4: string } }) => one.card.last4 === "4444");
  await call("POST", `${base}/payment_method/${added.id}/default`, token, {});
}

test("R-70 no transaction is open during a call to the provider, the mail server or the sync server, however slow it is", async () => {
  const { access_token: access } = await signIn(instance);
  const { userinfo } = await call("POST", "/api/1.1/user/", access, {});
  const customer = String(userinfo.customer_id[0]);
  const open = await openTransactionsDuring(async () => {
    await Promise.all([
      signUpSurely("new@example.com"),
      call("POST", "/api/1.1/registration_seats/lic-1/", access, { seats: "guest@example.com" }),
      call("POST", "/api/1.1/user/dav/reset/", access, {}),
      raiseSeats(access, customer),
      addCard(access, customer),
    ]);
    const areMailed = () => ["new@example.com", "guest@example.com"].every((address) => mailed.includes(address));
    await eventually(async () => areMailed(), "two mails");
  });
  expect(open).toEqual([]);
  expect(asked.provider, "the provider was asked").toBeGreaterThan(5);
  expect(asked.sync, "the sync server was asked").toBeGreaterThan(1);
}, 60_000);

test("R-70 the check detects a transaction that stays open", async () => {
  const open = await openTransactionsDuring(async () => {
    const forgetful = new pg.Client({ connectionString: database.url });
    await forgetful.connect();
    await forgetful.query("begin; select 'forgotten'");
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS + 100));
    await forgetful.query("rollback");
    await forgetful.end();
  });
  expect(open).toEqual([expect.stringContaining("forgotten")]);
});
