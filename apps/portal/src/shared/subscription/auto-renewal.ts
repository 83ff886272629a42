/** Turning auto-renewal off or on: asked, sent, done or refused. */
export type AutoRenewal =
  | { readonly step: "asking" }
  | { readonly step: "sending" }
  | { readonly step: "done" }
  | { readonly step: "failed"; readonly sentence: string; readonly request: string | null };

export type AutoRenewalEvent =
  | { readonly type: "agreed" }
  | { readonly type: "answered" }
  | { readonly type: "refused"; readonly sentence: string; readonly request: string | null };

export const asking: AutoRenewal = { step: "asking" };

/**
 * Returns the next state; an event that does not fit the state changes nothing. The request is idempotent, so a
 * failed one can be repeated.
 */
export function autoRenewal(now: AutoRenewal, event: AutoRenewalEvent): AutoRenewal {
  switch (now.step) {
    case "asking":
    case "failed":
      return event.type === "agreed" ? { step: "sending" } : now;
    case "sending":
      if (event.type === "answered") return { step: "done" };
      if (event.type === "refused") return { step: "failed", sentence: event.sentence, request: event.request };
      return now;
    case "done":
      return now;
  }
}
