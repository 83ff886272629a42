import { call } from "@foyer/api-client/client";
import { ApiError, NetworkError } from "@foyer/api-client/errors";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { words as common } from "#words/common";
import { words as sendingWords } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { sentenceOf } from "../../shared/failures/failure-sentence.ts";
import { Stopped } from "../../shared/failures/unheard.ts";
import { refreshLicenses } from "../../shared/subscription/subscription-queries.ts";
import { nextBatch, type SendRun, sendRun, type SendRunEvent, unsent, withFailuresWaiting } from "./send-run.ts";

/** A batch with a lost answer is sent once more immediately; the call is idempotent. */
const TRIES = 2;

export interface Sending {
  /** Null until it is started, because no list is confirmed before that. */
  readonly run: SendRun | null;
  /** Seconds until it continues after the service asked to slow down; null while it runs. */
  readonly waitsFor: number | null;
  /** @param addresses the confirmed list, which does not change with the seats. */
  readonly start: (addresses: readonly string[]) => void;
  readonly retry: () => void;
  /** Stops sending; the remaining addresses count as failed. */
  readonly stop: () => void;
}

/**
 * Sends a list batch by batch, with a result for each address. Offline, and after it was stopped, the rest is not sent, now
 * or later.
 */
export function useSendRun(licenseId: string): Sending {
  const client = useQueryClient();
  const [run, setRun] = useState<SendRun | null>(null);
  const [waitsFor, setWaitsFor] = useState<number | null>(null);
  const isRunning = useRef(false);
  const stopping = useRef<AbortController>(null);

  async function sendAll(from: SendRun) {
    if (isRunning.current) return;
    isRunning.current = true;
    const stopper = new AbortController();
    stopping.current = stopper;
    let now = from;
    const tell = (event: SendRunEvent) => {
      now = sendRun(now, event);
      setRun(now);
    };
    tell({ type: "started" });
    for (let batch = nextBatch(now); batch.length > 0; batch = nextBatch(now)) {
      // One batch after the other, because the service counts the free seats for each.
      // oxlint-disable-next-line eslint/no-await-in-loop
      const event = await sendBatch(licenseId, batch, stopper.signal);
      if ("wait" in event) {
        setWaitsFor(event.wait);
        // oxlint-disable-next-line eslint/no-await-in-loop
        await pause(event.wait * 1000, stopper.signal);
        setWaitsFor(null);
      } else tell(event);
    }
    tell({ type: "finished" });
    isRunning.current = false;
    void refreshLicenses(client);
  }

  return {
    run,
    waitsFor,
    start: (addresses) => void sendAll(unsent(addresses)),
    retry: () => {
      if (run) void sendAll(withFailuresWaiting(run));
    },
    stop: () => stopping.current?.abort(new Stopped()),
  };
}

async function sendBatch(
  licenseId: string,
  batch: readonly string[],
  signal: AbortSignal,
  tries = TRIES,
): Promise<SendRunEvent | { readonly wait: number }> {
  if (signal.aborted) return { type: "refused", batch, sentence: sendingWords.notSent };
  if (!navigator.onLine) return { type: "refused", batch, sentence: common.unsent };
  try {
    const { emails_not_sent: notSent } = await call(api, "inviteSeats", {
      params: { id: licenseId },
      body: { seats: batch.join(",") },
      timeoutMs: 60_000,
      signal,
    });
    return { type: "sent", batch, notSent };
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return { wait: Math.max(1, error.retryAfter ?? 5) };
    if (error instanceof NetworkError && tries > 1) return await sendBatch(licenseId, batch, signal, tries - 1);
    return { type: "refused", batch, sentence: sentenceOf(error) };
  }
}

/** Resolves after that number of milliseconds, or when it is stopped. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((passed) => {
    const timer = setTimeout(passed, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      passed();
    });
  });
}
