/** Script of the thread that draws papers. */
import { parentPort } from "node:worker_threads";
import type { Outcome } from "@foyer/service-kit/task-threads";
import { drawPaper } from "./draw-paper.ts";
import type { PaperFacts } from "./paper-facts.ts";

export interface PaperTask {
  readonly facts: PaperFacts;
  readonly created: Date;
}

async function outcomeOf({ facts, created }: PaperTask): Promise<Outcome<Uint8Array>> {
  try {
    return { value: await drawPaper(facts, created) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

// Answers must have the order of the tasks.
let last: Promise<void> = Promise.resolve();
parentPort?.on("message", (task: PaperTask) => {
  last = last.then(async () => parentPort?.postMessage(await outcomeOf(task)));
});
