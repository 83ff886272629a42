import type { Archive } from "@foyer/contract/documents";
import type { FileReply } from "@foyer/contract/file-reply";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import {
  ARCHIVE_DAYS,
  archiveById,
  type ArchiveRow,
  archivesOfCustomer,
  beginArchive,
  pieceOf,
  pruneArchives,
} from "./archive-store.ts";
import { buildArchiveJob } from "./build-archive.ts";

const KEPT_MS = ARCHIVE_DAYS * 86_400_000;
/** An archive that is not ready after this time may be begun again. */
const STUCK_MS = 2 * 3_600_000;
/** Archives that a customer may begin in an hour. */
const limit = { limit: 20, windowSeconds: 3_600 };

const readyUntil = (ready: Date): Date => new Date(ready.getTime() + KEPT_MS);

function archiveWire({ id, year, state, papers, missing, bytes, ...row }: ArchiveRow): Archive {
  return {
    id,
    year,
    state,
    papers,
    missing,
    bytes: Number(bytes),
    requested: unixSecondsOf(row.requested_at),
    ready_until: row.ready_at && unixSecondsOf(readyUntil(row.ready_at)),
  };
}

/** True while an archive is being made, or can still be downloaded. */
const isKept = ({ ready_at: ready, requested_at: requested }: ArchiveRow, now: Date): boolean =>
  readyUntil(ready ?? requested) > now;

/** Lists the archives that are being made or can be downloaded, latest year first. */
export async function listArchives({ db, clock }: Deps, customerId: string): Promise<Archive[]> {
  const rows = await archivesOfCustomer(db, customerId);
  return rows.filter((row) => isKept(row, clock.now())).map(archiveWire);
}

/** Begins to collect the papers of a year. While that runs, a repeat returns the same archive. */
export async function startArchive(deps: Deps, customerId: string, year: number): Promise<Archive> {
  const { db, clock } = deps;
  await deps.limiter.take(`archives:${customerId}`, limit);
  const now = clock.now();
  const begun = await inTransaction(db, async (tx) => {
    const row = await beginArchive(tx, { customerId, year }, now, new Date(now.getTime() - STUCK_MS));
    if (row) await deps.addJob(tx, buildArchiveJob, { id: row.id }, { key: `archive:${row.id}`, priority: 5 });
    return row;
  });
  const row = begun ?? (await archivesOfCustomer(db, customerId)).find((one) => one.year === year);
  if (!row) throw new Error(`no archive of ${year} for ${customerId}`);
  return archiveWire(row);
}

/** @throws Error if the archive is replaced while it is sent. The connection ends, so a part is not taken for the file. */
async function* piecesOf(
  { db }: Deps,
  { id, build, bytes }: { readonly id: string; readonly build: string; readonly bytes: number },
): AsyncGenerator<Buffer> {
  let sent = 0;
  for (let number = 0; sent < bytes; number++) {
    const piece = await pieceOf(db, id, build, number);
    if (!piece) throw new Error(`archive ${id} was replaced while it was sent`);
    sent += piece.length;
    yield piece;
  }
}

/** Returns the file of an archive. Of another customer, or after its time, it does not exist. */
export async function downloadArchive(deps: Deps, customerId: string, id: string): Promise<FileReply> {
  const row = await archiveById(deps.db, id);
  const isReady = row?.customer_id === customerId && row.state === "ready" && isKept(row, deps.clock.now());
  if (!row || !isReady || row.build === null) refuse("object.not_found");
  const bytes = Number(row.bytes);
  return { name: `papers-${row.year}.zip`, bytes, content: piecesOf(deps, { id, build: row.build, bytes }) };
}

/** Deletes archives whose time is over. */
export async function dropOldArchives({ db, clock }: Deps): Promise<void> {
  await pruneArchives(db, new Date(clock.now().getTime() - KEPT_MS));
}
