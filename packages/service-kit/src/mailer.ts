import { connect } from "node:net";
import { withAsciiDomain } from "@foyer/domain/addresses";
import type { Transporter } from "nodemailer";
import type { Pool } from "pg";
import type { Clock } from "./clock.ts";
import { deleteSandboxMails, insertSandboxMail } from "./sandbox-mail-store.ts";

export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends messages to a mail server. Called from jobs, never from a request. */
export interface Mailer {
  /**
   * Resolves when the server has accepted the message.
   *
   * @throws MailRefused when the server rejected it permanently; any other error when a retry may succeed.
   */
  send(message: MailMessage): Promise<void>;
  /** Whether a mail server can be reached now; returns within a second. */
  probe(): Promise<boolean>;
  /** True when the server may reject an address permanently, so that waiting for its answer is useful. */
  readonly mayRefuse: boolean;
  /**
   * Only of a mailer that stores messages: deletes those to or about these addresses, in lower case, and those that name this
   * account.
   */
  forget?(addresses: readonly string[], username?: string): Promise<void>;
  close(): void;
}

/** The server rejected the message permanently (a 5xx reply). */
export class MailRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MailRefused";
  }
}

const PROBE_MS = 1_000;

/** True when a server at that port accepts the connection and, with `greets`, sends the greeting of a mail server. */
function reachable(host: string, port: number, greets: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(PROBE_MS, () => settle(false));
    socket.once("error", () => settle(false));
    if (greets) socket.once("data", (greeting) => settle(greeting.toString().startsWith("2")));
    else socket.once("connect", () => settle(true));
  });
}

/**
 * True when the server permanently rejected sender, recipient or content. Other errors concern the connection or our credentials
 * and can be fixed.
 */
function isAboutMessage(error: unknown): boolean {
  if (!(error instanceof Error) || !("responseCode" in error) || !("command" in error)) return false;
  return Number(error.responseCode) >= 500 && ["MAIL FROM", "RCPT TO", "DATA"].includes(String(error.command));
}

/** RFC 3834, so that a holiday reply does not come back; the second header says the same to Exchange. */
const headers = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "OOF, AutoReply" } as const;

/** Longest line that the library sends without an encoding that would break it. */
const LINE_MAX = 76;

/**
 * The message as it is sent. Text that needs an encoding gets base64, because quoted-printable breaks long links, and some mail
 * programs do not join them again.
 *
 * @throws MailRefused for a local part that is not ASCII: the library would send it to servers that do not support it.
 */
function sendable(message: MailMessage) {
  const to = withAsciiDomain(message.to);
  if (/\P{ASCII}/u.test(to)) throw new MailRefused("The address is not ASCII before its @.");
  const text = message.text.split("\n").map(folded).join("\n");
  return {
    ...message,
    to,
    text,
    headers,
    textEncoding: "base64",
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
}

/** Breaks a line between words. No word of a broken line is alone, so that codes and links are the only such words. */
function folded(line: string): string {
  if (line.length <= LINE_MAX) return line;
  const lines: string[][] = [[]];
  for (const word of line.split(" ")) {
    const last = lines.at(-1) ?? [];
    if (last.length > 0 && [...last, word].join(" ").length > LINE_MAX) lines.push([word]);
    else last.push(word);
  }
  const [before, end] = [lines.at(-2), lines.at(-1)];
  if (before && end && end.length === 1 && before.length > 2) end.unshift(before.pop() ?? "");
  return lines.map((words) => words.join(" ")).join("\n");
}

export interface SmtpOptions {
  /** `smtp://user:password@host:587` (STARTTLS) or `smtps://…:465`. */
  readonly url: string;
  /** The sender's address. */
  readonly from: string;
  /** True refuses to send through an unencrypted connection; the mail is then retried later. */
  readonly needsTls: boolean;
}

/** A mailer that sends through an SMTP server. */
export function smtpMailer({ url, from, needsTls }: SmtpOptions): Mailer {
  const { hostname, port, protocol } = new URL(url);
  const settings = {
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    requireTLS: needsTls,
  } as const;
  let opened: Promise<Transporter> | null = null;
  // Loaded with the first mail, because the library takes a twentieth of a process's start and 25 MB.
  const transport = (): Promise<Transporter> =>
    (opened ??= import("nodemailer").then(({ createTransport }) => createTransport(settings, { from })));
  return {
    mayRefuse: true,
    send: async (message) => {
      try {
        await (await transport()).sendMail(sendable(message));
      } catch (error) {
        if (isAboutMessage(error))
          throw new MailRefused("The mail server rejected the message permanently.", { cause: error });
        throw error;
      }
    },
    // With TLS from the first byte there is no greeting before the handshake, so a connection is enough.
    probe: () =>
      protocol === "smtps:"
        ? reachable(hostname, Number(port || 465), false)
        : reachable(hostname, Number(port || 25), true),
    close: () => void opened?.then((open) => open.close()),
  };
}

/** A PostgreSQL pattern that matches a name as a separate word. */
function aWord(name: string): string {
  return String.raw`(?<![[:alnum:]])${name.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)}(?![[:alnum:]])`;
}

/** A mailer that stores messages in `foyer.sandbox_mails`, for people and tests to read at `/sandbox/mail`. */
export function sandboxMailer(pool: Pool, clock: Clock): Mailer {
  return {
    mayRefuse: false,
    send: (message) => insertSandboxMail(pool, clock.now(), message),
    probe: async () => true,
    forget: (addresses, username) =>
      deleteSandboxMails(pool, addresses, username === undefined ? null : aWord(username)),
    close: () => undefined,
  };
}
