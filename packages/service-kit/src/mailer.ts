import { connect } from "node:net";
import { createTransport } from "nodemailer";
import type { Pool } from "pg";
import type { Clock } from "./clock.ts";
import { deleteSandboxMails, insertSandboxMail } from "./sandbox-mail-store.ts";

export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Hands messages to a mail server. Called from jobs, never from a request. */
export interface Mailer {
  /**
   * Done when the server has taken the message.
   *
   * @throws MailRefused where it never will, any other error where a later try may succeed.
   */
  send(message: MailMessage): Promise<void>;
  /** Whether a mail server can be reached now; answers within a second. */
  probe(): Promise<boolean>;
  /** Whether a server may refuse an address for good, so that waiting for its word makes sense. */
  readonly mayRefuse: boolean;
  /**
   * Where messages are kept here instead of being sent: drops those to or about these addresses, in lower case, and those that
   * name this account.
   */
  forget?(addresses: readonly string[], username?: string): Promise<void>;
  close(): void;
}

/** The server refused the message for good (a reply of 5xx). */
export class MailRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MailRefused";
  }
}

const PROBE_MS = 1_000;

/** Whether somebody at that port takes the connection or, with `greets`, says so as a mail server does. */
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

/** Whether the server refused sender, address or text for good; what it says of the connection or of us can be put right. */
function isAboutMessage(error: unknown): boolean {
  if (!(error instanceof Error) || !("responseCode" in error) || !("command" in error)) return false;
  return Number(error.responseCode) >= 500 && ["MAIL FROM", "RCPT TO", "DATA"].includes(String(error.command));
}

export interface SmtpOptions {
  /** `smtp://user:password@host:587` (STARTTLS) or `smtps://…:465`. */
  readonly url: string;
  /** The sender's address. */
  readonly from: string;
  /** Whether a server that offers no encryption gets no mail; the mail then waits and is tried again. */
  readonly needsTls: boolean;
}

/** A real mail server. */
export function smtpMailer({ url, from, needsTls }: SmtpOptions): Mailer {
  const { hostname, port, protocol } = new URL(url);
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 4,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      requireTLS: needsTls,
    },
    { from },
  );
  return {
    mayRefuse: true,
    send: async (message) => {
      try {
        await transport.sendMail({ ...message, disableFileAccess: true, disableUrlAccess: true });
      } catch (error) {
        if (isAboutMessage(error))
          throw new MailRefused("The mail server refused the message for good.", { cause: error });
        throw error;
      }
    },
    // With TLS from the first byte nobody greets before the handshake: there the connection alone has to do.
    probe: () =>
      protocol === "smtps:"
        ? reachable(hostname, Number(port || 465), false)
        : reachable(hostname, Number(port || 25), true),
    close: () => transport.close(),
  };
}

/** A pattern of PostgreSQL for a name that stands alone. */
function aWord(name: string): string {
  return String.raw`(?<![[:alnum:]])${name.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)}(?![[:alnum:]])`;
}

/** Keeps messages in `foyer.sandbox_mails`, for people and tests to read at `/sandbox/mail`. */
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
