/** Script of the estimation thread: loads the lists once. */
import { answerTasks } from "@foyer/service-kit/task-threads";
import { guessEstimator } from "./guess-estimator.ts";

export interface GuessTask {
  readonly password: string;
  /** Words that an attacker of this account tries first. */
  readonly known: readonly string[];
}

const estimate = guessEstimator();

answerTasks(({ password, known }: GuessTask) => estimate(password, known));
