/** Script of a password hash thread. */
import { setPriority } from "node:os";
import { hashSync, type Options } from "@node-rs/argon2";
import { answerTasks } from "@foyer/service-kit/task-threads";
import { checkStored } from "./check-stored.ts";

/** A task; `hash` returns the PHC string, `verify` whether the password matches `stored`. */
export type HashTask =
  | { readonly work: "hash"; readonly password: string; readonly options: Options }
  | { readonly work: "verify"; readonly password: string; readonly stored: string };

// Lowers the priority, so that many hashes do not delay reads and the database for seconds. Only Linux has a priority for each
// thread; elsewhere this would lower the whole process.
if (process.platform === "linux") setPriority(10);

answerTasks((task: HashTask) =>
  task.work === "hash" ? hashSync(task.password, task.options) : checkStored(task.stored, task.password),
);
