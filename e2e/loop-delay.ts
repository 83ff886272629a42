/**
 * Loaded into a server's process (`node --import`): serves, on its own port, how long the event loop was blocked. The
 * loop measures itself, so neither the network nor the test's own work counts. Other work on the machine does not
 * count either, because a block counts only if it used the processor for as long.
 */
import { createServer } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const RESOLUTION_MS = 5;

function tellDelays(): void {
  const port = Number(process.env["LOOP_DELAY_PORT"]);
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();

  const usedMs = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let usedBefore = usedMs();
  let mostUsed = 0;
  setInterval(() => {
    const used = usedMs();
    mostUsed = Math.max(mostUsed, used - usedBefore);
    usedBefore = used;
  }, RESOLUTION_MS).unref();

  createServer((_request, response) => {
    // A connection kept for the next question may end just as that is sent.
    response.setHeader("connection", "close");
    // A block is recorded when the timers run next; the first turn after a reset is not recorded.
    setTimeout(() => {
      const heldMs = Math.min(mostUsed, delay.max / 1e6 - RESOLUTION_MS);
      delay.reset();
      mostUsed = 0;
      setTimeout(() => response.end(String(Math.max(0, heldMs))), 2 * RESOLUTION_MS);
    }, 2 * RESOLUTION_MS);
  })
    .listen(port, "127.0.0.1")
    .unref();
}

// The process loads this file into its worker threads too; only one thread can listen on the port.
if (isMainThread) tellDelays();
