import fc from "fast-check";
import { expect, test } from "vitest";
import {
  batchSize,
  nextBatch,
  sendCounts,
  sendRun,
  type SendRun,
  type SendRunEvent,
  unsent,
  withFailuresWaiting,
} from "./send-run.ts";

const many = Array.from({ length: 60 }, (_, at) => `p${at}@birch.example`);
const started = sendRun(unsent(many), { type: "started" });

test("INV-03 a long list is sent in batches, each address once", () => {
  let now = started;
  const sent: string[] = [];
  for (let batch = nextBatch(now); batch.length > 0; batch = nextBatch(now)) {
    expect(batch.length).toBeLessThanOrEqual(batchSize);
    sent.push(...batch);
    now = sendRun(now, { type: "sent", batch, notSent: [] });
  }
  expect(sent).toEqual(many);
  expect(sendCounts(now)).toEqual({ total: 60, invited: 60, failed: 0, waiting: 0 });
});

test("INV-04 each address has its own result, case ignored", () => {
  const batch = nextBatch(started);
  const now = sendRun(started, { type: "sent", batch, notSent: ["P3@birch.example"] });
  expect(now.results[3]).toEqual({ kind: "not_sent" });
  expect(now.results[4]).toEqual({ kind: "invited" });
});

test("a retry sends only what failed", () => {
  const first = nextBatch(started);
  const half = sendRun(sendRun(started, { type: "refused", batch: first.slice(0, 2), sentence: "No." }), {
    type: "sent",
    batch: many.slice(2),
    notSent: [],
  });
  const ended = sendRun(half, { type: "finished" });
  expect(nextBatch(ended)).toEqual([]);
  expect(nextBatch(withFailuresWaiting(ended))).toEqual(many.slice(0, 2));
});

const batch = fc.subarray(many.slice(0, 6));
const event: fc.Arbitrary<SendRunEvent> = fc.oneof(
  fc.constant<SendRunEvent>({ type: "started" }),
  fc.record({ type: fc.constant("sent" as const), batch, notSent: batch }),
  fc.record({ type: fc.constant("refused" as const), batch, sentence: fc.constant("No.") }),
  fc.constant<SendRunEvent>({ type: "finished" }),
);

test("for any order of answers, an invited address stays invited and is never sent again", () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      let now: SendRun = unsent(many.slice(0, 6));
      for (const each of events) {
        const next = sendRun(now, each);
        now.results.forEach((before, at) => {
          if (before.kind === "invited") expect(next.results[at]).toBe(before);
        });
        const again = nextBatch(withFailuresWaiting(next));
        next.addresses.forEach((address, at) => {
          if (next.results[at]?.kind === "invited") expect(again).not.toContain(address);
        });
        now = next;
      }
    }),
    { numRuns: 1000 },
  );
});
