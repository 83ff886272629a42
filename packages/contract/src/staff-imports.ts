import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { reason } from "./staff-wire.ts";
import { id, instant, visibleText } from "./wire-values.ts";

/** Maximum number of faults in an answer. */
export const IMPORT_FAULTS_TOLD = 100;

/** Number of lines by type. */
export const importCounts = z.object({
  account: z.int(),
  license: z.int(),
  seat: z.int(),
  license_key: z.int(),
  upgrade: z.int(),
  subscription: z.int(),
  /** Absent if the file has no devices. */
  activation: z.int().optional(),
});
export type ImportCounts = z.infer<typeof importCounts>;

/** A fault of one line, with what would be correct. */
export const importFault = z.object({
  /** Counted from 1. */
  line: z.int(),
  /** `line` if the fault is in the line as a whole. */
  field: z.string(),
  message: z.string(),
});
export type ImportFault = z.infer<typeof importFault>;

/** Text of an import file. */
const file = z.string();

/** The content that a file would import, or its faults. */
export const importPreview = z.object({
  /** Number of lines that would be written; none with faults. */
  imported: importCounts,
  /** Number of lines with existing keys, which change nothing. */
  skipped: importCounts,
  /** Number of saved cards in the written lines. */
  cards: z.int(),
  /** The first hundred, in line order. */
  faults: z.array(importFault),
  fault_count: z.int(),
});
export type ImportPreview = z.infer<typeof importPreview>;

/** A file that staff loaded in the browser, and its progress. */
export const fileImport = z.object({
  id,
  /** Account name of the staff member. */
  staff: z.string(),
  /** The file's name. */
  file: z.string(),
  started: instant,
  /** `interrupted`: its process ended early, and nothing was loaded. */
  state: z.enum(["running", "done", "failed", "interrupted"]),
  /** Number of passwords to hash, which takes most of the time, and of hashed ones. */
  passwords: z.int(),
  hashed: z.int(),
  /** Null until it is done. */
  imported: importCounts.nullable(),
  skipped: importCounts.nullable(),
  /** Why it failed; null otherwise. */
  error: z.string().nullable(),
});
export type FileImport = z.infer<typeof fileImport>;

/** Returns what loading a file would do. Changes nothing. */
export const staffCheckImport = endpoint("staffCheckImport", {
  access: "staff:admin",
  requirement: "ROLE-04",
  summary: "Say what an import file would do",
  body: z.object({ file }),
  reply: importPreview,
});

/**
 * Starts to load a file, all of it or nothing. `staffListImports` returns the progress. A file with faults is refused.
 */
export const staffStartImport = endpoint("staffStartImport", {
  access: "staff:admin",
  summary: "Load an import file",
  body: z.object({ file, name: visibleText(200), reason, password: z.string().optional() }),
  reply: fileImport,
  refusals: ["permission.proof_required"],
});

/** Lists the files that staff loaded, newest first. */
export const staffListImports = endpoint("staffListImports", {
  access: "staff:admin",
  summary: "List the import files that staff loaded",
  reply: z.object({ imports: z.array(fileImport) }),
});
