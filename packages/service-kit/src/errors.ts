import { type RefusalName, refusals } from "@foyer/contract/refusals";

/** One entry of `errors` in the envelope. */
export interface RefusalDetail {
  readonly code: number | string;
  readonly message: string;
  readonly field?: string;
  readonly decline_code?: string;
}

export interface RefusalOptions {
  /** A sentence for a person, more precise than the refusal's default. */
  readonly message?: string;
  /** The faulty field of the request. */
  readonly field?: string;
  /** Several entries instead of the one built from name, message and field. */
  readonly details?: readonly RefusalDetail[];
  /** Further properties of the envelope, such as `invalid_emails`. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  /** Headers of the answer, such as `www-authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An expected failure that tells the caller what is wrong and what would be right. Any other thrown error is a fault (500). */
export class Refusal extends Error {
  readonly refusal: RefusalName;
  readonly status: number;
  readonly details: readonly RefusalDetail[];
  readonly extra: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(refusal: RefusalName, options: RefusalOptions = {}) {
    const kind = refusals[refusal];
    const message = options.message ?? kind.message;
    super(message);
    this.name = "Refusal";
    this.refusal = refusal;
    this.status = kind.status;
    this.details = options.details ?? [
      { code: kind.code, message, ...(options.field ? { field: options.field } : {}) },
    ];
    this.extra = options.extra ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
  }
}

/** Ends the request with that refusal. */
export function refuse(refusal: RefusalName, options?: RefusalOptions): never {
  throw new Refusal(refusal, options);
}

/** A row of ours is missing or does not have its form. The caller gets 503, because a repair or a later try can help. */
export class DamagedRow extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "DamagedRow";
  }
}

/** The body of a failure: contract, section 1. */
export interface ErrorEnvelope {
  readonly status: "error";
  readonly code: number | string;
  readonly message: string;
  readonly errors: readonly RefusalDetail[];
}

export function errorEnvelope(refusal: Refusal): ErrorEnvelope {
  const first = refusal.details[0] ?? { code: refusals[refusal.refusal].code, message: refusal.message };
  return { ...refusal.extra, status: "error", code: first.code, message: first.message, errors: refusal.details };
}
