import { settings } from "../settings/settings.ts";

const LIMIT = 20;
const waiting: unknown[] = [];
let sender: Promise<(failure: unknown) => void> | null = null;
let reported = 0;

/**
 * Reports an unexpected failure to the error-reporting service. The library is loaded at the first failure, so that a
 * page without failures does not load it. A page reports at most twenty.
 */
export function reportFailure(failure: unknown) {
  if (reported >= LIMIT) return;
  reported += 1;
  waiting.push(failure);
  sender ??= import("./failure-sender.ts").then(({ failureSender }) => failureSender(settings));
  void sender.then(
    (send) => {
      for (const next of waiting.splice(0)) send(next);
    },
    () => {
      // A failed report must not cause a failure; the next one tries again.
      sender = null;
    },
  );
}

/** Reports uncaught failures. */
export function reportUncaught() {
  window.addEventListener("error", (event) => {
    // A script or an image that did not load is an event without an error.
    if (event.error) reportFailure(event.error);
  });
  window.addEventListener("unhandledrejection", (event) => reportFailure(event.reason));
}
