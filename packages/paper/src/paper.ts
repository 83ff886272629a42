import { TaskThreads } from "@foyer/service-kit/task-threads";
import type { PaperFacts } from "./paper-facts.ts";
import type { PaperTask } from "./paper-thread.ts";

export type { PaperFacts, PaperLine } from "./paper-facts.ts";

/** One thread, so that a hundred papers at once do not take the processors from everybody else. */
const threads = new TaskThreads<PaperTask, Uint8Array>(new URL("./paper-thread.ts", import.meta.url), "paper");

/** Draws a paper as a PDF, outside of the event loop. `created` makes the same paper the same bytes. */
export async function paperPdf(facts: PaperFacts, created: Date): Promise<Buffer> {
  return Buffer.from(await threads.compute({ facts, created }, 1));
}
