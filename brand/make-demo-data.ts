import { writeFile } from "node:fs/promises";
import { demoData } from "./demo-data.ts";

// Run after a change of `demo-data.ts`: `npx node brand/make-demo-data.ts`.
await writeFile(new URL("demo-data.jsonl", import.meta.url), demoData());
