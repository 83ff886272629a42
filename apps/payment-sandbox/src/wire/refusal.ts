/** The fields of the provider's error object beside its message. */
export interface RefusalFacts {
  type?: "invalid_request_error" | "card_error" | "idempotency_error" | "api_error";
  code?: string;
  param?: string;
  decline_code?: string;
  /** Objects in the error, such as `setup_intent`. */
  extra?: Record<string, unknown>;
  /** Commits the changes made before the refusal, such as a counted attempt to pay. They are rolled back otherwise. */
  keepsWork?: boolean;
}

/** The provider's page about an error code. */
export function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}`;
}

/** An error answer of the API in the provider's form. */
export class Refusal extends Error {
  readonly status: number;
  readonly facts: RefusalFacts;

  constructor(status: number, message: string, facts: RefusalFacts = {}) {
    super(message);
    this.status = status;
    this.facts = facts;
  }

  get keepsWork(): boolean {
    return this.facts.keepsWork === true;
  }

  body(): { error: Record<string, unknown> } {
    const { type = "invalid_request_error", code, param, decline_code, extra } = this.facts;
    return {
      error: {
        type,
        ...(code ? { code, doc_url: docUrl(code) } : {}),
        ...(decline_code ? { decline_code } : {}),
        message: this.message,
        ...(param ? { param } : {}),
        ...extra,
      },
    };
  }
}

export function badRequest(message: string, facts: RefusalFacts = {}): Refusal {
  return new Refusal(400, message, facts);
}

export function missingParam(param: string): Refusal {
  return badRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });
}

export function missing(noun: string, id: string, param = "id"): Refusal {
  return new Refusal(404, `No such ${noun}: '${id}'`, { code: "resource_missing", param });
}

/** Refuses what the provider can do and the sandbox does not. The sandbox never guesses. */
export function notModeled(what: string, param?: string): Refusal {
  return badRequest(`The payment sandbox does not model ${what}.`, {
    code: "sandbox_not_supported",
    ...(param ? { param } : {}),
  });
}
