import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { reason } from "./staff-wire.ts";
import { id, instant, visibleText } from "./wire-values.ts";

/** The most faults of a file that are told. */
export const IMPORT_FAULTS_TOLD = 100;

/** How many lines of each type. */
export const importCounts = z.object({
  account: z.int(),
  license: z.int(),
  seat: z.int(),
  license_key: z.int(),
  upgrade: z.int(),
  subscription: z.int(),
});
export type ImportCounts = z.infer<typeof importCounts>;

/** What is wrong with one line of a file, and what would be right. */
export const importFault = z.object({
  /** Counted from 1. */
  line: z.int(),
  /** `line` where the line as a whole is at fault. */
  field: z.string(),
  message: z.string(),
});
export type ImportFault = z.infer<typeof importFault>;

/** The whole of an import file, as text. */
const file = z.string();

/** What a file would do, or why it cannot. */
export const importPreview = z.object({
  /** Lines that would be written; with faults none is. */
  imported: importCounts,
  /** Lines whose key is there already: they change nothing. */
  skipped: importCounts,
  /** Saved cards among the written lines. */
  cards: z.int(),
  /** The first hundred, by line. */
  faults: z.array(importFault),
  fault_count: z.int(),
});
export type ImportPreview = z.infer<typeof importPreview>;

/** A file that staff loaded in the browser, and how far it has come. */
export const fileImport = z.object({
  id,
  /** Account name of the staff member. */
  staff: z.string(),
  /** The file's name. */
  file: z.string(),
  started: instant,
  /** `interrupted`: its process ended before it was through, and nothing was loaded. */
  state: z.enum(["running", "done", "failed", "interrupted"]),
  /** Passwords to hash, which takes the time, and how many are done. */
  passwords: z.int(),
  hashed: z.int(),
  /** Null until it is done. */
  imported: importCounts.nullable(),
  skipped: importCounts.nullable(),
  /** Why it failed; null otherwise. */
  error: z.string().nullable(),
});
export type FileImport = z.infer<typeof fileImport>;

/** Says what loading a file would do; changes nothing. */
export const staffCheckImport = endpoint("staffCheckImport", {
  access: "staff:admin",
  requirement: "ROLE-04",
  isRead: true,
  summary: "Say what an import file would do",
  body: z.object({ file }),
  reply: importPreview,
});

/** Begins to load a file, all of it or nothing; `staffListImports` says how far it is. A file with faults is refused. */
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
