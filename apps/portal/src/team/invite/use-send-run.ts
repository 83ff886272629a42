import { call } from "@foyer/api-client/client";
import { ApiError, NetworkError } from "@foyer/api-client/errors";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api } from "../../shared/api.ts";
import { sentenceOf } from "../../shared/failure-sentence.ts";
import { refreshLicenses } from "../../shared/subscription/subscription-queries.ts";
import { nextBatch, type SendRun, sendRun, type SendRunEvent, unsent, withFailuresWaiting } from "./send-run.ts";

/** A batch whose answer got lost is asked once more at once; asking again changes nothing. */
const TRIES = 2;

export interface Sending {
  /** Null until it was started: until then nobody has agreed to a list. */
  readonly run: SendRun | null;
  /** Seconds until it goes on, where the service asked to slow down; null while it runs. */
  readonly waitsFor: number | null;
  /** @param addresses what was agreed to: it stays the list, whatever the seats are meanwhile. */
  readonly start: (addresses: readonly string[]) => void;
  readonly retry: () => void;
}

/** Sends a list batch by batch, with a result for each address. Leaving the dialog stops it after the batch at work. */
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
      // One batch after the other: the free seats are counted anew for each.
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
