/** What a thread for password hashes runs: it answers each task in turn, and only with what became of it. */
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, type Options } from "@node-rs/argon2";
import { checkStored } from "./check-stored.ts";
import type { Outcome } from "./task-threads.ts";

/** Something to compute; `hash` gives the PHC string, `verify` whether the password is that of `stored`. */
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

// Reads and the database go first when there are more hashes than cores: without this a storm of sign-ins keeps readers
// waiting for seconds. Only Linux has a priority for each thread; elsewhere it would be the whole process's.
if (process.platform === "linux") setPriority(10);

parentPort?.on("message", (task: HashTask) => parentPort?.postMessage(outcomeOf(task)));
