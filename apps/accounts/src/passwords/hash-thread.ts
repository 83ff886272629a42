/** Script of a password hash thread: answers tasks in order with an `Outcome`. */
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, type Options } from "@node-rs/argon2";
import { checkStored } from "./check-stored.ts";
import type { Outcome } from "@foyer/service-kit/task-threads";

/** A task; `hash` returns the PHC string, `verify` whether the password matches `stored`. */
export type HashTask =
  | { readonly work: "hash"; readonly password: string; readonly options: Options }
  | { readonly work: "verify"; readonly password: string; readonly stored: string };

function outcomeOf(task: HashTask): Outcome<string | boolean> {
  try {
    const { password } = task;
    return {
      value: task.work === "hash" ? hashSync(password, task.options) : checkStored(task.stored, password),
    };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

// Lowers the priority, so that many hashes do not delay reads and the database for seconds. Only Linux has a priority for each
// thread; elsewhere this would lower the whole process.
if (process.platform === "linux") setPriority(10);

parentPort?.on("message", (task: HashTask) => parentPort?.postMessage(outcomeOf(task)));
