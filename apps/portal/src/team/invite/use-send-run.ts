import { call } from "@foyer/api-client/client";
import { ApiError, NetworkError } from "@foyer/api-client/errors";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api } from "../../shared/api.ts";
import { sentenceOf } from "../../shared/failure-sentence.ts";
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
}

/** Sends a list batch by batch, with a result for each address. Closing the dialog stops it after the current batch. */
export function useSendRun(licenseId: string): Sending {
  const client = useQueryClient();
  const [run, setRun] = useState<SendRun | null>(null);
  const [waitsFor, setWaitsFor] = useState<number | null>(null);
  const isRunning = useRef(false);

  async function sendAll(from: SendRun) {
    if (isRunning.current) return;
    isRunning.current = true;
    let now = from;
    const tell = (event: SendRunEvent) => {
      now = sendRun(now, event);
      setRun(now);
    };
    tell({ type: "started" });
    for (let batch = nextBatch(now); batch.length > 0; batch = nextBatch(now)) {
      // One batch after the other, because the service counts the free seats for each.
      // oxlint-disable-next-line eslint/no-await-in-loop
      const event = await sendBatch(licenseId, batch);
      if ("wait" in event) {
        setWaitsFor(event.wait);
        // oxlint-disable-next-line eslint/no-await-in-loop
        await new Promise((passed) => setTimeout(passed, event.wait * 1000));
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
  };
}

async function sendBatch(
  licenseId: string,
  batch: readonly string[],
  tries = TRIES,
): Promise<SendRunEvent | { readonly wait: number }> {
  try {
    const { emails_not_sent: notSent } = await call(api, "inviteSeats", {
      params: { id: licenseId },
      body: { seats: batch.join(",") },
      timeoutMs: 60_000,
    });
    return { type: "sent", batch, notSent };
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return { wait: Math.max(1, error.retryAfter ?? 5) };
    if (error instanceof NetworkError && tries > 1) return await sendBatch(licenseId, batch, tries - 1);
    return { type: "refused", batch, sentence: sentenceOf(error) };
  }
}
