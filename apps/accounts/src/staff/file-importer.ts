import type { ImportCounts, ImportFault } from "@foyer/contract/staff-imports";
import type { Transaction } from "kysely";
import type { AccountsTables } from "../db/schema.ts";

/** A file that was judged, and nothing written. */
export interface JudgedFile {
  /** All of them, by line. */
  readonly faults: readonly ImportFault[];
  /** Lines that would be written if there were no fault. */
  readonly imported: ImportCounts;
  /** Lines whose key is there already. */
  readonly skipped: ImportCounts;
  /** Plain passwords among the written lines: hashing them takes the time. */
  readonly passwords: number;
  /** Saved cards among the written lines. */
  readonly cards: number;
}

/** A file that was written. */
export interface WrittenFile {
  readonly imported: ImportCounts;
  readonly skipped: ImportCounts;
}

/** What came of a file: all of it is there, or nothing and why. */
export type LoadedFile = { readonly faults: readonly ImportFault[] } | WrittenFile;

export interface LoadOptions {
  /** Called after each password, with how many are done. */
  onHashed(hashed: number): void;
  /** Has the file written by calling `write`; what else it does is in the same transaction. */
  around(tx: Transaction<AccountsTables>, write: () => Promise<WrittenFile>): Promise<WrittenFile>;
}

/** Loads import files: whoever puts the services together does it, as a file goes into the tables of several of them. */
export interface FileImporter {
  judge(file: Uint8Array): Promise<JudgedFile>;
  load(file: Uint8Array, options: LoadOptions): Promise<LoadedFile>;
}
