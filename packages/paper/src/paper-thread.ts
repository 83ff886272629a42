/** Script of the thread that draws papers. */
import { answerTasks } from "@foyer/service-kit/task-threads";
import { drawPaper } from "./draw-paper.ts";
import type { PaperFacts } from "./paper-facts.ts";

export interface PaperTask {
  readonly facts: PaperFacts;
  readonly created: Date;
}

answerTasks(({ facts, created }: PaperTask) => drawPaper(facts, created));
