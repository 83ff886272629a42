import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { accountEventKinds } from "@foyer/contract/account-events";
import { expect, test } from "vitest";
import { ownDoings, refusedKinds, untoldKinds } from "./event-kinds.ts";

const source = path.join(import.meta.dirname, "..");

/** The kinds that the code records, directly by `recordSecurityEvent` or through a helper. */
async function recordedKinds(): Promise<Set<string>> {
  const found = new Set<string>();
  for (const file of await readdir(source, { recursive: true })) {
    if (!file.endsWith(".ts") || file.endsWith(".test.ts") || file.includes("testing")) continue;
    const text = await readFile(path.join(source, file), "utf8");
    if (!/recordSecurityEvent|recordOwnEvent|eventRow|insertEventOfEach|into security_events/.test(text)) continue;
    const places = [
      /\bkind\b[^;{}"]*"([a-z_]+\.[a-z_]+)"(?:[^;{}"]*"([a-z_]+\.[a-z_]+)")?/g,
      /\b(?:note|tell|recordOwnEvent)\([^;"]*"([a-z_]+\.[a-z_]+)"(?:[^;"]*"([a-z_]+\.[a-z_]+)")?/g,
    ];
    for (const place of places) {
      for (const [, one, other] of text.matchAll(place)) {
        for (const kind of [one, other]) if (kind) found.add(kind);
      }
    }
  }
  return found;
}

test("KEY-08 every kind of event that the code records is shown to the owner, or listed with the reason why not", async () => {
  const recorded = await recordedKinds();
  const named = new Set<string>([...accountEventKinds, ...Object.keys(untoldKinds)]);
  expect([...recorded].filter((kind) => !named.has(kind))).toEqual([]);
  // Checks the search itself: the code names each of these in a different way.
  for (const kind of [
    "session.opened",
    "session.ended",
    "account.held",
    "synced_data.delete_failed",
    "manager.gave",
    "seat.removed",
  ]) {
    expect(recorded, kind).toContain(kind);
  }
});

test("KEY-08 no kind is both shown and hidden, and no hidden or summed kind can be disowned", () => {
  for (const kind of Object.keys(untoldKinds)) expect(accountEventKinds).not.toContain(kind);
  for (const kind of ownDoings) {
    expect(accountEventKinds).toContain(kind);
    expect(refusedKinds).not.toContain(kind);
  }
});
