import { spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import { fileURLToPath } from "node:url";
import { expectWithin, timed } from "@foyer/testing/durations";
import { testDatabase, type TestDatabase } from "@foyer/testing/database";
import { freePort } from "@foyer/testing/running-system";
import postalMime from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { fixedClock } from "./clock.ts";
import { openPool } from "./db.ts";
import { MailRefused, type Mailer, sandboxMailer, smtpMailer } from "./mailer.ts";

const message = {
  to: "maria@example.com",
  subject: "Zürich → Ålesund",
  text: "Your key:\n\nABCD-EFGH\n",
  html: "<p>Your key</p>",
};
const closers: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function listening(server: net.Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  return address.port;
}

async function smtpServer(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ["STARTTLS", "AUTH"], ...options });
  server.on("error", () => undefined);
  const port = await listening(server.server);
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return port;
}

function mailerTo(port: number, needsTls = false): Mailer {
  const mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: "Fernhill <accounts@example.com>", needsTls });
  closers.unshift(() => mailer.close());
  return mailer;
}

const answering = (responseCode: number): Error => Object.assign(new Error("no"), { responseCode });

/** Starts a server that accepts connections and sends nothing. */
async function silentServer(): Promise<number> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    socket.on("error", () => undefined);
    sockets.add(socket);
  });
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return listening(server);
}

/** Sends one message to a server. @returns what the server received, and the message's recipients. */
async function received(sent: Partial<typeof message>): Promise<{ raw: string; recipients: string[] }> {
  let raw = "";
  const recipients: string[] = [];
  const port = await smtpServer({
    onRcptTo: ({ address }, _session, done) => {
      recipients.push(address);
      done();
    },
    onData: (stream, _session, done) => {
      stream.on("data", (part: Buffer) => (raw += part.toString()));
      stream.on("end", () => done());
    },
  });
  const mailer = mailerTo(port);
  expect(mailer.mayRefuse).toBe(true);
  expect(await mailer.probe()).toBe(true);
  await mailer.send({ ...message, ...sent });
  return { raw, recipients };
}

/** Expects a failure after which the mail is kept and retried. */
async function expectTemporary(sending: Promise<void>): Promise<void> {
  const failure = await sending.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(MailRefused);
}

test("a mail server gets the complete message, as text and HTML, from the configured sender", async () => {
  const mail = await postalMime.parse((await received({})).raw);
  expect(mail).toMatchObject({
    subject: message.subject,
    from: { name: "Fernhill", address: "accounts@example.com" },
    to: [{ address: "maria@example.com" }],
  });
  expect(mail.text).toContain("\nABCD-EFGH\n");
  expect(mail.html).toContain("<p>Your key</p>");
});

test("R-47 a line break in an address or subject creates no header", async () => {
  const { raw, recipients } = await received({ subject: "Hello\r\nBcc: eve@example.net" });
  expect(recipients).toEqual(["maria@example.com"]);
  expect(raw).not.toMatch(/^Bcc:/m);
});

test("R-27 a mail says that it is automatic, so that no holiday reply comes back (FAULT-20)", async () => {
  const { headers } = await postalMime.parse((await received({})).raw);
  expect(headers).toContainEqual(expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }));
});

test.each([
  ["Open it:", 40, "7bit"],
  ["Öffnen – 開く:", 40, "base64"],
  ["Open it:", 400, "base64"],
])(
  "R-27 a link after %j with %i characters arrives unbroken on its own line, by %s (FAULT-20)",
  async (label, length, by) => {
    const link = `https://account.example.com/password-reset?token=${"x=y".repeat(length).slice(0, length - 26)}`;
    const sentence =
      `Somebody asked for a new password, ${"and this sentence is longer than a line of mail ".repeat(4)}`.trim();
    const { raw } = await received({
      text: `${sentence}\n\n${label}\n${link}\n`,
      html: `<p><a href="${link}">${label}</a></p>`,
    });
    expect(raw).not.toMatch(/quoted-printable/i);
    expect(raw).toMatch(new RegExp(`text/plain[^]*?Content-Transfer-Encoding: ${by}`, "i"));
    const mail = await postalMime.parse(raw);
    expect(mail.text).toContain(`\n${link}\n`);
    expect(mail.text?.replaceAll("\n", " ")).toContain(sentence);
    expect(mail.html).toContain(`href="${link}"`);
    expect(raw.split("\r\n").filter((line) => line.length > 998)).toEqual([]);
  },
);

test("R-27 mail goes to the ASCII form of a domain; a local part that is not ASCII is refused, not sent raw (FAULT-17)", async () => {
  const { raw } = await received({ to: "Anna@bücher.example" });
  expect(raw).toMatch(/^To: Anna@xn--bcher-kva.example\r$/m);
  await expect(received({ to: "jos\u00e9@example.com" })).rejects.toBeInstanceOf(MailRefused);
});

test("F17 an address that the server rejects permanently (550) throws MailRefused", async () => {
  const port = await smtpServer({ onRcptTo: (_address, _session, done) => done(answering(550)) });
  await expect(mailerTo(port).send(message)).rejects.toBeInstanceOf(MailRefused);
});

test("F17 a temporary rejection (451) throws another error, so it can be retried", async () => {
  let tries = 0;
  const port = await smtpServer({
    onRcptTo: (_address, _session, done) => done(tries++ === 0 ? answering(451) : undefined),
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on("end", () => done());
    },
  });
  const mailer = mailerTo(port);
  await expectTemporary(mailer.send(message));
  await mailer.send(message);
});

test("F17 no server: sending fails temporarily, and the probe returns false at once", async () => {
  const mailer = mailerTo(await freePort());
  await expectTemporary(mailer.send(message));
  expect(await mailer.probe()).toBe(false);
});

test("R-30 F17 a server that accepts the connection and sends nothing counts as unreachable after a second", async () => {
  const mailer = mailerTo(await silentServer());
  const { result, ms } = await timed(() => mailer.probe());
  expect(result).toBe(false);
  // Much less than the time that sending waits.
  expectWithin(ms, 3_000);
});

test("R-30 F17 an address without any answer counts as unreachable after a second", async () => {
  // TEST-NET-1 is never routed.
  const mailer = smtpMailer({ url: "smtp://192.0.2.1:25", from: "accounts@example.com", needsTls: true });
  closers.push(() => mailer.close());
  const { result, ms } = await timed(() => mailer.probe());
  expect(result).toBe(false);
  // Much less than the time that sending waits.
  expectWithin(ms, 3_000);
});

/** Runs in a separate process: Node 24 crashes with both ends of a broken handshake in one process. */
const TLS_SERVER = `
  const { SMTPServer } = require("smtp-server");
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH"],
    secure: process.argv[1] === "true",
    onData: (stream, session, done) => {
      stream.resume();
      stream.on("end", () => {
        process.send({ isSecure: session.secure });
        done();
      });
    },
  });
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1", () => process.send({ port: server.server.address().port }));
`;

/** A TLS server with a self-signed certificate. `isSecure` lists whether each mail's connection was encrypted. */
async function tlsServer(isTlsFirst: boolean): Promise<{ port: number; isSecure: boolean[] }> {
  const server = spawn(process.execPath, ["-e", TLS_SERVER, String(isTlsFirst)], {
    cwd: fileURLToPath(new URL("../../../", import.meta.url)),
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  closers.push(() => void server.kill());
  const isSecure: boolean[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    server.once("exit", () => reject(new Error("the mail server ended")));
    server.on("message", (told: { port?: number; isSecure?: boolean }) => {
      if (told.port !== undefined) resolve(told.port);
      if (told.isSecure !== undefined) isSecure.push(told.isSecure);
    });
  });
  return { port, isSecure };
}

test.each([
  ["smtps", true],
  ["smtp", false],
] as const)(
  "%s: mail travels by TLS, from the first byte or by STARTTLS, and to a server that proves who it is",
  async (scheme, isTlsFirst) => {
    const { port, isSecure } = await tlsServer(isTlsFirst);
    const strict = smtpMailer({ url: `${scheme}://127.0.0.1:${port}`, from: "accounts@example.com", needsTls: true });
    const trusting = smtpMailer({
      url: `${scheme}://127.0.0.1:${port}?tls.rejectUnauthorized=false`,
      from: "accounts@example.com",
      needsTls: true,
    });
    closers.unshift(
      () => strict.close(),
      () => trusting.close(),
    );
    // The operator can fix the certificate.
    await expectTemporary(strict.send(message));
    expect(isSecure).toEqual([]);
    await trusting.send(message);
    await vi.waitFor(() => expect(isSecure).toEqual([true]));
    expect(await strict.probe()).toBe(true);
  },
);

test("R-51 a server without TLS gets no mail when TLS is required, and the mail is retried later", async () => {
  const taken: string[] = [];
  const port = await smtpServer({
    onMailFrom: ({ address }, _session, done) => {
      taken.push(address);
      done();
    },
  });
  await expectTemporary(mailerTo(port, true).send(message));
  expect(taken).toEqual([]);
  await mailerTo(port).send(message);
  expect(taken).toHaveLength(1);
});

test("a busy mail server (421) counts as unreachable", async () => {
  const server = net.createServer((socket) => socket.end("421 busy\r\n"));
  closers.push(() => void server.close());
  expect(await mailerTo(await listening(server)).probe()).toBe(false);
});

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test("without a mail server, messages are stored for people to read", async () => {
  const pool = openPool({ url: database.url, role: "foyer_host", schema: "foyer" });
  const mailer = sandboxMailer(pool, fixedClock(new Date("2026-11-20T09:30:00Z")));
  await mailer.send(message);
  const { rows } = await pool.query("select recipient, subject, text, html, created_at from sandbox_mails");
  expect(rows).toEqual([
    {
      recipient: message.to,
      subject: message.subject,
      text: message.text,
      html: message.html,
      created_at: new Date("2026-11-20T09:30:00Z"),
    },
  ]);
  expect(await mailer.probe()).toBe(true);
  expect(mailer.mayRefuse).toBe(false);
  await pool.end();
});
