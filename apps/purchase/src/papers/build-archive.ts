import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { Paper } from "@foyer/contract/documents";
import { papersReadyMail } from "@foyer/mail/payments";
import { inTransaction } from "@foyer/service-kit/db";
import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import type { ZipFile } from "yazl";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { ProviderFailure } from "../stripe/provider-failure.ts";
import { sendOrWarn } from "../send-or-warn.ts";
import { ARCHIVE_DAYS, archiveById, type ArchiveRow, changeBuild, claimBuild, insertPiece } from "./archive-store.ts";
import { type Filed, fileNameOf, missingList, paperIndex } from "./paper-index.ts";
import { papersOfYear } from "./papers.ts";
import { storePieces, type Storing } from "./zip-pieces.ts";

/** Maximum number of papers in an archive, the newest of the year. */
const MOST_PAPERS = 20_000;
/** PDFs that are fetched together. */
const AT_ONCE = 8;

const payload = z.object({ id: z.string() });
/** Collects the papers of a year. */
export const buildArchiveJob = { name: "build-archive", payload, maxAttempts: 6 };

/** Another run builds the archive, or it was deleted. */
class BuildLost extends Error {}

export function buildArchiveJobFor(deps: Deps): JobDefinition<z.infer<typeof payload>> {
  return defineJob({
    ...buildArchiveJob,
    run: async ({ id }, { isLastAttempt }) => {
      const row = await archiveById(deps.db, id);
      const build = randomUUID();
      if (row?.state !== "building" || !(await claimBuild(deps.db, id, build))) return;
      try {
        await buildArchive(deps, row, build);
      } catch (error) {
        if (error instanceof BuildLost) return;
        if (isLastAttempt) await changeBuild(deps.db, { id, build }, { state: "failed" });
        throw error;
      }
    },
  });
}

async function buildArchive(deps: Deps, row: ArchiveRow, build: string): Promise<void> {
  const { db } = deps;
  const { id, customer_id: customerId, year } = row;
  const papers = await papersOfYear(deps, customerId, year, MOST_PAPERS);
  // Loaded with the first archive.
  const zip = new (await import("yazl")).ZipFile();
  const stream = Readable.from(zip.outputStream);
  const storing = storePieces(stream, (number, bytes) => insertPiece(db, { id, build }, number, bytes));
  try {
    const { filed, missing } = await addPapers(deps, { id, build }, papers, { zip, storing });
    const now = deps.clock.now();
    zip.addBuffer(Buffer.from(paperIndex(filed)), "index.csv", { mtime: now });
    if (missing.length > 0) zip.addBuffer(Buffer.from(missingList(missing)), "missing.txt", { mtime: now });
    zip.end();
    const bytes = await storing.end();
    const ready = { state: "ready", papers: papers.length, missing: missing.length, bytes, ready_at: now } as const;
    await inTransaction(db, async (tx) => {
      if (!(await changeBuild(tx, { id, build }, ready))) throw new BuildLost();
      await deps.addJob(tx, tellReadyJob, { customerId, year });
    });
  } finally {
    stream.destroy();
  }
}

/** Adds the PDFs to the file, a few at a time. Returns the rows of the index, and the papers without a PDF. */
async function addPapers(
  deps: Deps,
  of: { readonly id: string; readonly build: string },
  papers: readonly Paper[],
  { zip, storing }: { readonly zip: ZipFile; readonly storing: Storing },
): Promise<{ filed: Filed[]; missing: Paper[] }> {
  const filed: Filed[] = [];
  const missing: Paper[] = [];
  const taken = new Set<string>();
  for (let start = 0; start < papers.length; start += AT_ONCE) {
    const batch = papers.slice(start, start + AT_ONCE);
    const pdfs = await Promise.all(batch.map((paper) => pdfOf(deps, paper)));
    for (const [at, paper] of batch.entries()) {
      const pdf = pdfs[at];
      const file = pdf ? fileNameOf(paper, taken) : null;
      filed.push({ paper, file });
      if (pdf === null) missing.push(paper);
      if (!pdf || file === null) continue;
      taken.add(file.toLowerCase());
      await storing.roomFor(pdf.length);
      // A PDF is compressed already.
      zip.addBuffer(pdf, file, { mtime: new Date(paper.date * 1_000), compress: false });
    }
    const isOurs = await changeBuild(deps.db, of, { papers: filed.length, missing: missing.length });
    if (!isOurs) throw new BuildLost();
  }
  const wanted = papers.filter(hasPdf);
  if (wanted.length > 0 && missing.length === wanted.length) throw new Error("the provider gives no papers now");
  return { filed, missing };
}

/** Receipts and refunds are on the paper of what they belong to. */
const hasPdf = ({ kind }: Paper): boolean => kind === "invoice" || kind === "credit_note";

/** Returns the PDF of a paper, null if the provider does not give it, and undefined for a paper without one of its own. */
async function pdfOf({ gateway, log }: Deps, paper: Paper): Promise<Buffer | null | undefined> {
  if (!hasPdf(paper)) return undefined;
  const { pdf } = paper;
  if (pdf === null) return null;
  const fetched = (): Promise<Buffer | null> => gateway.paper(pdf);
  try {
    return await fetched().catch(() => fetched());
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    log.warn({ err: error, paper: paper.id }, "a paper is missing in an archive");
    return null;
  }
}

const readyPapers = z.object({ customerId: z.string(), year: z.int() });
const tellReadyJob = { name: "tell-papers-ready", payload: readyPapers };

/** Mails the payer that the archive can be downloaded. */
export function tellReadyJobFor(deps: Deps): JobDefinition<z.infer<typeof readyPapers>> {
  return defineJob({
    ...tellReadyJob,
    run: async ({ customerId, year }) => {
      const customer = await deps.gateway.customer(customerId);
      if (!customer?.email) return;
      const link = `${deps.publicOrigin}/papers?year=${year}`;
      const mail = papersReadyMail(deps.brand, { year, link, days: ARCHIVE_DAYS });
      await sendOrWarn(deps, customerId, { to: customer.email, ...mail });
    },
  });
}
