/** A thread that answers with its own number and crashes on the password "end". */
import { parentPort, threadId } from "node:worker_threads";
import type { HashTask } from "../passwords/hash-thread.ts";

parentPort?.on("message", ({ password }: HashTask) => {
  if (password === "end") throw new Error("no memory left");
  parentPort?.postMessage({ value: String(threadId) });
});
