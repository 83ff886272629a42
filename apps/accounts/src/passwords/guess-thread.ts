/** Script of the estimation thread: loads the lists once and answers tasks in order. */
import { parentPort } from "node:worker_threads";
import type { GuessEstimate } from "@foyer/domain/password";
import { guessEstimator } from "./guess-estimator.ts";
import type { Outcome } from "@foyer/service-kit/task-threads";

export interface GuessTask {
  readonly password: string;
  /** Words that an attacker of this account tries first. */
  readonly known: readonly string[];
}

const estimate = guessEstimator();

function outcomeOf({ password, known }: GuessTask): Outcome<GuessEstimate> {
  try {
    return { value: estimate(password, known) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on("message", (task: GuessTask) => parentPort?.postMessage(outcomeOf(task)));
