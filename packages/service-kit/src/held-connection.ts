import type pg from "pg";
import { within } from "./within.ts";
import { abandon, isSpent } from "./writable-pool.ts";

const ASKED_EVERY_MS = 3_000;
const ANSWERED_WITHIN_MS = 2_000;

/**
 * Asks a connection that is held for long, for a lock or for news, for a sign of life every three seconds. One that gives none, or
 * that belongs to a server that was left, is closed, and its `error` event tells its holder. A server that died closes nothing.
 *
 * @returns a function that stops asking, to be called before the connection is returned.
 */
export function keepAsking(client: pg.PoolClient, everyMs = ASKED_EVERY_MS): () => void {
  let isAsked = false;
  const ask = async (): Promise<void> => {
    isAsked = true;
    await within(ANSWERED_WITHIN_MS, client.query("select 1"), "the held connection").catch(() => abandon(client));
    isAsked = false;
  };
  const timer = setInterval(() => {
    if (isSpent(client)) abandon(client);
    else if (!isAsked) void ask();
  }, everyMs);
  timer.unref();
  const stop = (): void => clearInterval(timer);
  client.once("end", stop);
  return () => {
    client.off("end", stop);
    stop();
  };
}
