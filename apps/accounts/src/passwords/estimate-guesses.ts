import { type GuessEstimate, passwordEstimatedLength } from "@foyer/domain/password";
import type { GuessTask } from "./guess-thread.ts";
import { TaskThreads } from "@foyer/service-kit/task-threads";
import { turnstile } from "./turnstile.ts";

/** One thread for each process, started at the first estimate. */
const thread = new TaskThreads<GuessTask, GuessEstimate>(new URL("./guess-thread.ts", import.meta.url), "estimate");
/** Two tasks are sent to the thread, 100 more wait, and further ones are refused. */
const inTurn = turnstile(2, 100);

/** Estimates how many guesses a password takes; refuses `service.unavailable` when too many requests wait. */
export function estimateGuesses(password: string, known: readonly string[]): Promise<GuessEstimate> {
  return inTurn(() => thread.compute({ password: password.slice(0, passwordEstimatedLength), known }, 1));
}
