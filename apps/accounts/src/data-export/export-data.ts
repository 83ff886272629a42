import type { DataExport } from "@foyer/contract/data-export";
import { instantOf } from "@foyer/contract/wire-values";
import { writeCsv } from "@foyer/domain/csv";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { peekSecret } from "../stores/mailed-secret-store.ts";
import { lockAccount, OPEN } from "../stores/account-store.ts";
import { newId } from "../secrets/secret-values.ts";
import { type Origin, recordOwnEvent } from "../security-events/security-events.ts";
import { type DataExportRow, newestExport, replaceExport, unpacked } from "./data-export-store.ts";
import { queueGathering } from "./gather-data.ts";
import { ownParts } from "./own-data-store.ts";

/** Minimum time between two exports of an account. */
const EVERY_SECONDS = 24 * 3_600;

function exportWire(row: DataExportRow): DataExport {
  return {
    requested: instantOf(row.requested_at),
    parts_done: row.parts_done,
    parts: row.parts,
    ready_until: row.ready_at && instantOf(after(row.ready_at, lifetimes.dataExport)),
  };
}

/** State of the newest export, and when the next one can be requested; null when it can be requested immediately. */
export async function readDataExport(
  { db, clock }: Deps,
  person: Person,
): Promise<{ export: DataExport | null; next_possible: string | null }> {
  const newest = await newestExport(db, person.id);
  const next = newest && after(newest.requested_at, EVERY_SECONDS);
  return {
    export: newest && exportWire(newest),
    next_possible: next && next > clock.now() ? instantOf(next) : null,
  };
}

/** Starts an export of the data stored about the person. Mailing the new link invalidates an earlier one. */
export async function startDataExport(deps: Deps, person: Person, origin: Origin): Promise<DataExport> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now();
    const account = await lockAccount(tx, person.id);
    if (account?.state !== OPEN) refuse("session.required");
    const newest = await newestExport(tx, person.id);
    if (newest && after(newest.requested_at, EVERY_SECONDS) > now) {
      refuse("limit.reached", { reason: "data_export" });
    }
    const wanted = { id: newId("exp"), account_id: person.id, requested_at: now, parts: ownParts.length + 1 };
    const row = await replaceExport(tx, wanted);
    await queueGathering(tx, deps.addJob, row.id);
    await recordOwnEvent(tx, now, origin, person.id, "data.asked_for");
    return exportWire(row);
  });
}

interface DataFile {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** The exported data as JSON and as CSV. Needs the mailed link and a session of its account; the link stays valid. */
export async function downloadData(deps: Deps, person: Person, token: string, origin: Origin): Promise<DataFile[]> {
  const { db, clock } = deps;
  const now = clock.now();
  const secret = await peekSecret(db, now, "data_export", token);
  const row = secret?.account_id === person.id ? await newestExport(db, person.id) : null;
  if (!row?.ready_at || after(row.ready_at, lifetimes.dataExport) <= now) refuse("data_export.link_dead");
  const [own, payments] = await Promise.all([unpacked(row.account_part), unpacked(row.payment_part)]);
  const data = { gathered: instantOf(row.ready_at), ...recordOf(own), payments };
  await recordOwnEvent(db, now, origin, person.id, "data.downloaded");
  return [
    { name: "my-data.json", type: "application/json", text: `${JSON.stringify(data, null, 2)}\n` },
    { name: "my-data.csv", type: "text/csv", text: writeCsv([["where", "value"], ...cellsOf("", data)]) },
  ];
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Flattens the JSON into rows of path and value. A path looks like `licenses.0.description`. */
function cellsOf(place: string, value: unknown): [string, string][] {
  if (typeof value === "string") return [[place, value]];
  if (value === null || typeof value !== "object") return [[place, value === null ? "" : JSON.stringify(value)]];
  return Object.entries(value).flatMap(([key, inner]) => cellsOf(place === "" ? key : `${place}.${key}`, inner));
}
