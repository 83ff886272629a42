import type { ErrorEntry } from "@foyer/contract/error-envelope";

/** The parsed fields of a failed answer. */
export interface Failure {
  readonly status: number;
  readonly code: number | string;
  /** Name of the refusal: `seats.not_enough`. Null if the answer is not from our services. */
  readonly refusal: string | null;
  readonly message: string;
  readonly errors: readonly ErrorEntry[];
  readonly requestId: string | null;
  /** Seconds. */
  readonly retryAfter: number | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The service answered with a refusal. */
export class ApiError extends Error implements Failure {
  /** HTTP status. */
  readonly status: number;
  /** Code of the first error, or the status if the answer is not from our services. */
  readonly code: number | string;
  readonly refusal: string | null;
  readonly errors: readonly ErrorEntry[];
  /** Id for support. The service's log contains it too. */
  readonly requestId: string | null;
  /** Seconds to wait before a retry, or null if the service did not say. */
  readonly retryAfter: number | null;
  /** The whole answer, because some codes have more fields (`invalid_emails`, `userinfo`). Empty if it is not JSON. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = "ApiError";
    this.status = failure.status;
    this.code = failure.code;
    this.refusal = failure.refusal;
    this.errors = failure.errors;
    this.requestId = failure.requestId;
    this.retryAfter = failure.retryAfter;
    this.body = failure.body;
  }
}

/** No answer arrived. The call may or may not have been carried out. */
export class NetworkError extends Error {
  readonly reason: "unreachable" | "timeout";

  constructor(reason: "unreachable" | "timeout", cause: unknown) {
    super(reason === "timeout" ? "The service did not answer in time." : "The service could not be reached.", {
      cause,
    });
    this.name = "NetworkError";
    this.reason = reason;
  }
}

/** Parses a failed answer: our envelope, or only its status. Never throws. */
export async function readFailure(response: Response): Promise<ApiError> {
  const body = recordOf(await response.json().catch(() => null));
  const { code, name, message, errors } = body;
  const known = typeof code === "number" || typeof code === "string";
  const retryAfter = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  return new ApiError({
    status: response.status,
    code: known ? code : response.status,
    refusal: typeof name === "string" ? name : null,
    message: typeof message === "string" ? message : "The service could not answer.",
    errors: Array.isArray(errors) ? errors.filter(isEntry) : [],
    requestId: response.headers.get("x-request-id"),
    retryAfter: Number.isNaN(retryAfter) ? null : retryAfter,
    body,
  });
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function isEntry(value: unknown): value is ErrorEntry {
  const entry = recordOf(value);
  return entry["code"] !== undefined && typeof entry["message"] === "string";
}
