import type { ErrorEntry } from "@foyer/contract/error-envelope";
import { type Because, type NamedRefusal, refusalSentence } from "@foyer/contract/refusal-reasons";
import { type RefusalName, refusals } from "@foyer/contract/refusals";

interface AnswerOptions {
  /** The faulty field of the request. */
  readonly field?: string | undefined;
  /** Several entries instead of the one built from name, reason and field. */
  readonly details?: readonly ErrorEntry[];
  /** The payment provider's reason for a declined card. */
  readonly declineCode?: string | undefined;
  /** Further properties of the envelope, such as `invalid_emails`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  /** Headers of the answer, such as `www-authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Without a reason, the refusal has its general sentence. */
interface NoReason {
  readonly reason?: undefined;
  readonly facts?: undefined;
}

export type RefusalOptions<Name extends RefusalName = RefusalName> = AnswerOptions & (Because<Name> | NoReason);

/** An expected failure that tells the caller what is wrong and what would be right. Any other thrown error is a fault (500). */
export class Refusal extends Error {
  readonly refusal: RefusalName;
  readonly named: NamedRefusal;
  readonly status: number;
  readonly details: readonly ErrorEntry[];
  readonly extra: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  /** @param message a sentence that another service or an earlier release has written. */
  constructor(named: NamedRefusal, options: AnswerOptions = {}, message = refusalSentence(named)) {
    super(message);
    this.name = "Refusal";
    this.named = named;
    this.refusal = named.name;
    this.status = refusals[named.name].status;
    this.details = options.details ?? [entryOf(named, message, options)];
    this.extra = options.extra ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
  }
}

/** Returns one entry of `errors`. */
export function entryOf(
  { name, reason, facts }: NamedRefusal,
  message: string,
  { field, declineCode }: Pick<AnswerOptions, "field" | "declineCode">,
): ErrorEntry {
  return {
    code: refusals[name].code,
    name,
    ...(reason === undefined ? {} : { reason }),
    ...(facts === undefined ? {} : { facts }),
    message,
    ...(field === undefined ? {} : { field }),
    ...(declineCode === undefined ? {} : { decline_code: declineCode }),
  };
}

/** Ends the request with that refusal. */
export function refuse<Name extends RefusalName>(name: Name, options: RefusalOptions<Name> = {}): never {
  const { reason, facts } = options as Pick<NamedRefusal, "reason" | "facts">;
  throw new Refusal({ name, reason, facts }, options);
}

/** A row of ours is missing or does not have its form. The caller gets 503, because a repair or a later try can help. */
export class DamagedRow extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "DamagedRow";
  }
}

/** Returns the body of a failure: contract, section 1. */
export function errorEnvelope({ details, extra, refusal, message }: Refusal): Readonly<Record<string, unknown>> {
  const first = details[0] ?? { code: refusals[refusal].code, name: refusal, message };
  return { ...extra, status: "error", code: first.code, name: first.name, message: first.message, errors: details };
}
