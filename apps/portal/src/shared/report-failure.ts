import { settings } from "./settings.ts";

const LIMIT = 20;
const waiting: unknown[] = [];
let sender: Promise<(failure: unknown) => void> | null = null;
let reported = 0;

/**
 * Tells the error-reporting service of a failure that nobody expected. Its library is fetched when the first one
 * happens, so that who meets none pays nothing; a page never reports more than twenty.
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
      // Reporting a failure must never be one; the next failure tries again.
      sender = null;
    },
  );
}

/** Reports what nobody caught. */
export function reportUncaught() {
  window.addEventListener("error", (event) => {
    // A script or a picture that did not load is an event without an error.
    if (event.error) reportFailure(event.error);
  });
  window.addEventListener("unhandledrejection", (event) => reportFailure(event.reason));
}
