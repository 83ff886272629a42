import { type GuessEstimate, passwordEstimatedLength } from "@foyer/domain/password";
import type { GuessTask } from "./guess-thread.ts";
import { TaskThreads } from "./task-threads.ts";
import { turnstile } from "./turnstile.ts";

/** One a process, started with the first password that somebody chooses. */
const thread = new TaskThreads<GuessTask, GuessEstimate>(new URL("./guess-thread.ts", import.meta.url), "estimate");
/** The thread holds what it works at and the next one; as many as for a password's hash wait here, the rest is turned away. */
const inTurn = turnstile(2, 100);

/** How many guesses a password takes; refuses `service.unavailable` when too many ask at once. */
export function estimateGuesses(password: string, known: readonly string[]): Promise<GuessEstimate> {
  return inTurn(() => thread.compute({ password: password.slice(0, passwordEstimatedLength), known }, 1));
}
