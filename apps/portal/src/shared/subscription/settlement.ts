/**
 * The steps that every change of a subscription shares after the review: recorded, charged, confirmed by the bank, in
 * force. The price stays in the query cache; the purchase service decides the result.
 */
export type Settlement =
  | { readonly step: "review" }
  /** The change is being recorded or staged. */
  | { readonly step: "recording" }
  /** The staged change is being charged. */
  | { readonly step: "charging" }
  /** The cardholder's bank requires authentication. */
  | { readonly step: "authenticating"; readonly invoice: string; readonly secret: string }
  /** The service is asked for the result of the invoice. */
  | { readonly step: "confirming"; readonly invoice: string }
  /** In force; with the document of its payment, if there is one. */
  | { readonly step: "done"; readonly receipt: string | null }
  | { readonly step: "failed"; readonly failure: SettlementFailure; readonly at: WorkingStep };

/** Steps with a running request. */
export type WorkingStep =
  | { readonly step: "recording" }
  | { readonly step: "charging" }
  | { readonly step: "authenticating"; readonly invoice: string; readonly secret: string }
  | { readonly step: "confirming"; readonly invoice: string };

export interface SettlementFailure {
  /**
   * - `declined`, `authentication`: nothing was charged; another card or attempt is needed.
   * - `outdated`: the amount shown is no longer valid; a new one must be reviewed.
   * - `forbidden`: a rule of the service refuses it.
   * - `unknown`: no answer arrived; the same step can be repeated, which acts only once.
   * - `stopped`: the person did not wait for the answer; otherwise like `unknown`.
   * - `offline`: nothing was sent, and nothing will be sent automatically.
   * - `other`: any other failure; nothing was changed.
   */
  readonly kind: "declined" | "authentication" | "outdated" | "forbidden" | "unknown" | "stopped" | "offline" | "other";
  /** The service's own sentence. */
  readonly sentence: string;
  /** `Request 4f2a…`, for a person who asks for help. */
  readonly request: string | null;
}

export type SettlementEvent =
  /** The person confirmed the review. */
  | { readonly type: "agreed" }
  /** The change is recorded; one without a charge is done. */
  | { readonly type: "recorded"; readonly isCharged: boolean }
  /** The invoice was created. */
  | { readonly type: "charged"; readonly invoice: string; readonly secret: string | null }
  /** The bank has authenticated the cardholder. */
  | { readonly type: "authenticated" }
  /** The invoice is paid, or still requires authentication. */
  | { readonly type: "confirmed"; readonly secret: string | null; readonly receipt: string | null }
  /** The subscription or its invoice shows that the change is in force. */
  | { readonly type: "inForce"; readonly receipt: string | null }
  | { readonly type: "failed"; readonly failure: SettlementFailure }
  /** The person repeats the step without an answer. */
  | { readonly type: "retried" }
  /** The person returns to the review, which shows a new amount. */
  | { readonly type: "reviewedAgain" };

export const atReview: Settlement = { step: "review" };

/** Returns the next state; an event that does not fit the state changes nothing. */
export function settle(now: Settlement, event: SettlementEvent): Settlement {
  switch (now.step) {
    case "review":
      return event.type === "agreed" ? { step: "recording" } : now;
    case "recording":
      if (event.type === "recorded") return event.isCharged ? { step: "charging" } : { step: "done", receipt: null };
      return event.type === "inForce" ? { step: "done", receipt: event.receipt } : failedAt(now, event);
    case "charging":
      if (event.type === "charged") return afterCharge(event.invoice, event.secret);
      return event.type === "inForce" ? { step: "done", receipt: event.receipt } : failedAt(now, event);
    case "authenticating":
      if (event.type === "authenticated") return { step: "confirming", invoice: now.invoice };
      return failedAt(now, event);
    case "confirming":
      if (event.type === "confirmed" && event.secret === null) return { step: "done", receipt: event.receipt };
      if (event.type === "confirmed") return afterCharge(now.invoice, event.secret);
      return failedAt(now, event);
    case "failed":
      if (event.type === "retried") return mayRepeat(now.failure) ? now.at : now;
      // While it is unknown whether it was charged, a new review could charge it twice.
      return event.type === "reviewedAgain" && !isUnknown(now.failure) ? atReview : now;
    case "done":
      return now;
  }
}

/** Returns the settlement of a change that was charged in an earlier visit and still waits for the bank. */
export function resumed(waiting: { readonly invoice: string; readonly secret: string }): Settlement {
  return { step: "authenticating", ...waiting };
}

/** Returns whether the result of the step is unknown. */
export function isUnknown({ kind }: SettlementFailure): boolean {
  return kind === "unknown" || kind === "stopped";
}

/** Returns whether the same step can be repeated: its result is unknown, or it was never sent. */
export function mayRepeat(failure: SettlementFailure): boolean {
  return isUnknown(failure) || failure.kind === "offline";
}

/** Returns true while a request is running; the person must not leave then. */
export function isWorking(now: Settlement): now is WorkingStep {
  return now.step !== "review" && now.step !== "done" && now.step !== "failed";
}

function afterCharge(invoice: string, secret: string | null): Settlement {
  return secret === null ? { step: "confirming", invoice } : { step: "authenticating", invoice, secret };
}

function failedAt(at: WorkingStep, event: SettlementEvent): Settlement {
  return event.type === "failed" ? { step: "failed", failure: event.failure, at } : at;
}
