/**
 * The tail that every change of a subscription shares: it was reviewed, now it is recorded, charged, confirmed by the
 * bank, and in force. What it costs stays in the query cache, what became of it is the purchase service's to say.
 */
export type Settlement =
  | { readonly step: "review" }
  /** The change is being recorded or staged. */
  | { readonly step: "recording" }
  /** What was staged is being charged. */
  | { readonly step: "charging" }
  /** The card holder's bank wants to know that it is her. */
  | { readonly step: "authenticating"; readonly invoice: string; readonly secret: string }
  /** The service is asked what became of the invoice. */
  | { readonly step: "confirming"; readonly invoice: string }
  | { readonly step: "done" }
  | { readonly step: "failed"; readonly failure: SettlementFailure; readonly at: WorkingStep };

/** Steps in which something is on its way. */
export type WorkingStep =
  | { readonly step: "recording" }
  | { readonly step: "charging" }
  | { readonly step: "authenticating"; readonly invoice: string; readonly secret: string }
  | { readonly step: "confirming"; readonly invoice: string };

export interface SettlementFailure {
  /**
   * - `declined`, `authentication`: nothing was charged, and another card or try is wanted.
   * - `outdated`: the amount shown no longer holds; a new one has to be looked at.
   * - `forbidden`: a rule of the service is against it.
   * - `unknown`: no answer came, so that the same step has to be asked again, which acts once.
   * - `other`: anything else; nothing was changed.
   */
  readonly kind: "declined" | "authentication" | "outdated" | "forbidden" | "unknown" | "other";
  /** The service's own sentence. */
  readonly sentence: string;
  /** `Request 4f2a…`, for whoever asks for help. */
  readonly request: string | null;
}

export type SettlementEvent =
  /** The person agreed to what the review shows. */
  | { readonly type: "agreed" }
  /** The change is in the books; a quiet one is done with that. */
  | { readonly type: "recorded"; readonly isCharged: boolean }
  /** The invoice was made. */
  | { readonly type: "charged"; readonly invoice: string; readonly secret: string | null }
  /** The bank has heard the card holder. */
  | { readonly type: "authenticated" }
  /** The invoice is paid, or still wants the bank. */
  | { readonly type: "confirmed"; readonly secret: string | null }
  | { readonly type: "failed"; readonly failure: SettlementFailure }
  /** The person wants the step that got no answer asked again. */
  | { readonly type: "retried" }
  /** The person goes back to the review, where a new amount is shown. */
  | { readonly type: "reviewedAgain" };

export const atReview: Settlement = { step: "review" };

/** Moves the settlement on; an event that does not fit the step changes nothing. */
export function settle(now: Settlement, event: SettlementEvent): Settlement {
  switch (now.step) {
    case "review":
      return event.type === "agreed" ? { step: "recording" } : now;
    case "recording":
      if (event.type === "recorded") return event.isCharged ? { step: "charging" } : { step: "done" };
      return failedAt(now, event);
    case "charging":
      if (event.type === "charged") return afterCharge(event.invoice, event.secret);
      return failedAt(now, event);
    case "authenticating":
      if (event.type === "authenticated") return { step: "confirming", invoice: now.invoice };
      return failedAt(now, event);
    case "confirming":
      if (event.type === "confirmed")
        return event.secret === null ? { step: "done" } : afterCharge(now.invoice, event.secret);
      return failedAt(now, event);
    case "failed":
      if (event.type === "retried") return now.failure.kind === "unknown" ? now.at : now;
      // While nobody knows whether it was charged, a new review could charge it twice.
      return event.type === "reviewedAgain" && now.failure.kind !== "unknown" ? atReview : now;
    case "done":
      return now;
  }
}

/** The settlement of a change that was charged in an earlier visit and still waits for the bank. */
export function resumed(waiting: { readonly invoice: string; readonly secret: string }): Settlement {
  return { step: "authenticating", ...waiting };
}

/** True while something is on its way that must not be left. */
export function isWorking(now: Settlement): now is WorkingStep {
  return now.step !== "review" && now.step !== "done" && now.step !== "failed";
}

function afterCharge(invoice: string, secret: string | null): Settlement {
  return secret === null ? { step: "confirming", invoice } : { step: "authenticating", invoice, secret };
}

function failedAt(at: WorkingStep, event: SettlementEvent): Settlement {
  return event.type === "failed" ? { step: "failed", failure: event.failure, at } : at;
}
