import { addressKey } from "@foyer/domain/addresses";

/** Number of addresses in one call: small enough that a failure affects few, and progress is visible. */
export const batchSize = 25;

/** The result of one address in a list. */
export type SendResult =
  | { readonly kind: "waiting" }
  | { readonly kind: "invited" }
  /** The mail server rejected the address permanently; it holds no seat. */
  | { readonly kind: "not_sent" }
  /** The request had no effect, with the reason. */
  | { readonly kind: "failed"; readonly sentence: string };

/** Sending a list, batch by batch. */
export interface SendRun {
  readonly addresses: readonly string[];
  readonly results: readonly SendResult[];
  readonly isSending: boolean;
}

export type SendRunEvent =
  | { readonly type: "started" }
  /** The service accepted a batch; `notSent` lists the addresses that it could not send to. */
  | { readonly type: "sent"; readonly batch: readonly string[]; readonly notSent: readonly string[] }
  | { readonly type: "refused"; readonly batch: readonly string[]; readonly sentence: string }
  | { readonly type: "finished" };

export function unsent(addresses: readonly string[]): SendRun {
  return { addresses, results: addresses.map(() => ({ kind: "waiting" })), isSending: false };
}

/**
 * Returns the next state; results of a batch are accepted only while it is sending, and an invited address stays
 * invited.
 */
export function sendRun(now: SendRun, event: SendRunEvent): SendRun {
  switch (event.type) {
    case "started":
      return now.isSending ? now : { ...now, isSending: true };
    case "sent": {
      const notSent = new Set(event.notSent.map(addressKey));
      return withResults(now, event.batch, (address) =>
        notSent.has(addressKey(address)) ? { kind: "not_sent" } : { kind: "invited" },
      );
    }
    case "refused":
      return withResults(now, event.batch, () => ({ kind: "failed", sentence: event.sentence }));
    case "finished":
      return { ...now, isSending: false };
  }
}

/** Returns the next addresses to send; empty if none waits. */
export function nextBatch({ addresses, results }: SendRun): readonly string[] {
  return addresses.filter((_, at) => results[at]?.kind === "waiting").slice(0, batchSize);
}

/** Returns the same list with everything that failed waiting again; invited addresses are not sent twice. */
export function withFailuresWaiting(now: SendRun): SendRun {
  return { ...now, results: now.results.map((result) => (result.kind === "failed" ? { kind: "waiting" } : result)) };
}

/** Returns the number of addresses, and those with each result. */
export function sendCounts({ results }: SendRun) {
  const count = (kind: SendResult["kind"]): number => results.filter((result) => result.kind === kind).length;
  return { total: results.length, invited: count("invited"), failed: count("failed"), waiting: count("waiting") };
}

function withResults(now: SendRun, batch: readonly string[], result: (address: string) => SendResult): SendRun {
  if (!now.isSending) return now;
  const concerned = new Set(batch);
  const results = now.results.map((before, at) => {
    const address = now.addresses[at];
    if (address === undefined || !concerned.has(address) || before.kind === "invited") return before;
    return result(address);
  });
  return { ...now, results };
}
