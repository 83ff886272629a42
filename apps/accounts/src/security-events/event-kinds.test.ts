import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { accountEventKinds } from "@foyer/contract/account-events";
import { expect, test } from "vitest";
import { ownDoings, refusedKinds, untoldKinds } from "./event-kinds.ts";

const source = path.join(import.meta.dirname, "..");

/** The words that the code records: those beside `recordSecurityEvent`, and those that helpers of it are handed. */
async function recordedKinds(): Promise<Set<string>> {
  const found = new Set<string>();
  for (const file of await readdir(source, { recursive: true })) {
    if (!file.endsWith(".ts") || file.endsWith(".test.ts") || file.includes("testing")) continue;
    const text = await readFile(path.join(source, file), "utf8");
    if (!/recordSecurityEvent|eventRow|insertEventOfEach|into security_events/.test(text)) continue;
    const places = [
      /\bkind\b[^;{}"]*"([a-z_]+\.[a-z_]+)"(?:[^;{}"]*"([a-z_]+\.[a-z_]+)")?/g,
      /\b(?:note|tell)\([^;"]*"([a-z_]+\.[a-z_]+)"(?:[^;"]*"([a-z_]+\.[a-z_]+)")?/g,
    ];
    for (const place of places) {
      for (const [, one, other] of text.matchAll(place)) {
        for (const kind of [one, other]) if (kind) found.add(kind);
      }
    }
  }
  return found;
}

test("KEY-08 every kind of event that the code records is told to the owner, or named with the reason why not", async () => {
  const recorded = await recordedKinds();
  const named = new Set<string>([...accountEventKinds, ...Object.keys(untoldKinds)]);
  expect([...recorded].filter((kind) => !named.has(kind))).toEqual([]);
  // The search sees them: each of these stands in the code in another way.
  for (const kind of ["session.opened", "account.held", "synced_data.delete_failed", "manager.gave", "seat.removed"]) {
    expect(recorded, kind).toContain(kind);
  }
});

test("KEY-08 no kind is told and kept back at once, and one says “not me” of nothing that is kept back or told in sum", () => {
  for (const kind of Object.keys(untoldKinds)) expect(accountEventKinds).not.toContain(kind);
  for (const kind of ownDoings) {
    expect(accountEventKinds).toContain(kind);
    expect(refusedKinds).not.toContain(kind);
  }
});
