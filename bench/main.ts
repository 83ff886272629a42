/**
 * `npm run bench [name …]`: starts the system under test, prints each figure with its target, and fails if a target
 * is missed.
 */
import type { Part } from "./part.ts";

const parts: Readonly<Record<string, () => Promise<Part>>> = {
  reads: async () => (await import("./reads.ts")).reads,
  "sign-ins": async () => (await import("./sign-ins.ts")).signIns,
  invite: async () => (await import("./invite.ts")).invite,
  preview: async () => (await import("./preview.ts")).preview,
  "first-paint": async () => (await import("./first-paint.ts")).firstPaint,
  costs: async () => (await import("./costs.ts")).costs,
  scale: async () => (await import("./scale.ts")).scale,
  "answer-times": async () => (await import("./answer-times.ts")).answerTimes,
  abuse: async () => (await import("./abuse.ts")).abuse,
  papers: async () => (await import("./papers.ts")).papers,
  apps: async () => (await import("./apps.ts")).apps,
  buying: async () => (await import("./buying.ts")).buying,
  start: async () => (await import("./start.ts")).start,
  memory: async () => (await import("./memory.ts")).memory,
  convert: async () => (await import("./convert.ts")).convert,
  "seat-list": async () => (await import("./seat-list.ts")).seatList,
};

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function measure(name: string, load: () => Promise<Part>): Promise<boolean> {
  const part = await load();
  say(`\n${name}: ${part.about}`);
  const figures = await part.run();
  for (const { what, figure, wanted, holds, lacks } of figures) {
    const missing = lacks === undefined ? "" : `; lacks ${lacks}`;
    say(`  ${holds ? "holds" : "FAILS"}  ${what.padEnd(34)} ${figure.padEnd(60)} wanted: ${wanted}${missing}`);
  }
  return figures.every(({ holds }) => holds);
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  say(`There is no part ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}.`);
  process.exitCode = 1;
} else {
  for (const [name, load] of Object.entries(parts)) {
    if (names.length > 0 && !names.includes(name)) continue;
    if (!(await measure(name, load))) process.exitCode = 1;
  }
}
