import type { Person } from "@foyer/service-kit/call";
import { refuse } from "@foyer/service-kit/errors";
import type { Logger } from "@foyer/service-kit/log";
import type { Deps } from "../deps.ts";
import { type Origin, recordOwnEvent } from "../security-events/security-events.ts";

/** Deletes only the person's synced data and returns after it is gone. The call can be repeated after a failure. */
export async function resetSyncedData(
  { db, clock, syncStore }: Deps,
  person: Person,
  origin: Origin,
  log: Logger,
): Promise<void> {
  let failure: unknown;
  try {
    await syncStore.deleteAll(person.username);
  } catch (error) {
    failure = error;
  }
  await recordOwnEvent(
    db,
    clock.now(),
    origin,
    person.id,
    failure === undefined ? "synced_data.deleted" : "synced_data.delete_failed",
  );
  if (failure === undefined) return;
  log.error({ err: failure }, "the sync store failed");
  refuse("sync.failed");
}
