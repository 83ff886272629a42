import {
  type FileImport,
  IMPORT_FAULTS_TOLD,
  type ImportFault,
  type ImportPreview,
} from "@foyer/contract/staff-imports";
import { instantOf } from "@foyer/contract/wire-values";
import { inTransaction } from "@foyer/service-kit/db";
import { entryOf, refuse } from "@foyer/service-kit/errors";
import { insertAct } from "@foyer/service-kit/staff-acts";
import type { Deps } from "../deps.ts";
import { newId } from "../secrets/secret-values.ts";
import { countAll, insertImport, markDone, markFailed, newestImports, noteBeat } from "./file-import-store.ts";
import { lockStaff, type Staff } from "../staff-acts/lock-for-staff.ts";

const LISTED = 20;
const BEAT_MS = 1_000;
/** After this many seconds without a report, the importing process counts as ended. */
const SILENT_SECONDS = 30;

const bytesOf = (file: string): Uint8Array => new TextEncoder().encode(file);

/** Checks what loading a file would do, without writing. */
export async function staffCheckImport({ fileImporter }: Deps, file: string): Promise<ImportPreview> {
  const { faults, imported, skipped, cards } = await fileImporter.judge(bytesOf(file));
  return { imported, skipped, cards, faults: faults.slice(0, IMPORT_FAULTS_TOLD), fault_count: faults.length };
}

interface WantedImport {
  readonly file: string;
  readonly name: string;
  readonly reason: string;
}

/**
 * Starts to load a file and returns at once. Refuses `input.invalid` with an entry for each fault.
 *
 * The work continues in this process, because hashing a thousand passwords exceeds proxy timeouts. If the process ends early,
 * nothing is loaded.
 */
export async function staffStartImport(deps: Deps, staff: Staff, wanted: WantedImport): Promise<FileImport> {
  const file = bytesOf(wanted.file);
  const { faults, passwords } = await deps.fileImporter.judge(file);
  if (faults.length > 0) refuse("input.invalid", { details: faults.slice(0, IMPORT_FAULTS_TOLD).map(detailOf) });
  const id = newId("imp");
  const row = { id, staff: staff.username, file: wanted.name, started_at: deps.clock.now(), passwords };
  await inTransaction(deps.db, async (tx) => {
    await lockStaff(tx, row.started_at, staff);
    await insertImport(tx, row);
  });
  void carryOut(deps, id, file, { staff: staff.username, target: `import:${wanted.name}`, reason: wanted.reason });
  const { started_at: started, ...told } = row;
  const nothingYet = { hashed: 0, imported: null, skipped: null, error: null };
  return { ...told, ...nothingYet, state: "running", started: instantOf(started) };
}

function detailOf({ line, field, message }: ImportFault) {
  return entryOf({ name: "input.invalid" }, `Line ${line}, ${field}: ${message}`, { field: `${line}: ${field}` });
}

interface Act {
  readonly staff: string;
  readonly target: string;
  readonly reason: string;
}

/** Loads the file and updates its entry in the list. Never throws: a failure is stored in the list. */
async function carryOut(deps: Deps, id: string, file: Uint8Array, act: Act): Promise<void> {
  let hashed = 0;
  // A failed report is harmless, because the next one follows.
  const beat = setInterval(() => void noteBeat(deps.db, id, hashed).catch(() => undefined), BEAT_MS);
  try {
    const outcome = await deps.fileImporter.load(file, {
      onHashed: (count) => (hashed = count),
      around: async (tx, write) => {
        const before = await countAll(tx);
        const loaded = await write();
        // In the same transaction, so that the loaded rows and the act are stored together or not at all.
        const after = await countAll(tx);
        await insertAct(tx, { at: deps.clock.now(), ...act, act: "file.import", before, after });
        await markDone(tx, id, loaded);
        return loaded;
      },
    });
    if ("faults" in outcome) await markFailed(deps.db, id, detailsOf(outcome.faults));
  } catch (error) {
    deps.log.error({ err: error, import: id }, "an import failed");
    const told = "Something went wrong on our side; nothing was loaded.";
    await markFailed(deps.db, id, told).catch(() => undefined);
  } finally {
    clearInterval(beat);
  }
}

const detailsOf = (faults: readonly ImportFault[]): string =>
  `Nothing was loaded. ${faults
    .slice(0, 3)
    .map((fault) => detailOf(fault).message)
    .join(" ")}`;

/** The files that staff loaded, newest first. */
export async function staffListImports({ db }: Deps): Promise<FileImport[]> {
  const rows = await newestImports(db, SILENT_SECONDS, LISTED);
  return rows.map(({ started_at, is_silent: isSilent, state, ...row }) => ({
    ...row,
    started: instantOf(started_at),
    state: state === "running" && isSilent ? "interrupted" : state,
  }));
}
