import type { ImportCounts, ImportFault } from "@foyer/contract/staff-imports";
import type { Tx } from "../db/schema.ts";

/** Result of checking a file without writing it. */
export interface JudgedFile {
  /** All faults, in the order of lines. */
  readonly faults: readonly ImportFault[];
  /** Lines that would be written if there were no fault. */
  readonly imported: ImportCounts;
  /** Lines with an existing key. */
  readonly skipped: ImportCounts;
  /** Number of plain passwords in these lines; hashing them takes most of the time. */
  readonly passwords: number;
  /** Number of saved cards in these lines. */
  readonly cards: number;
}

/** Result of writing a file. */
export interface WrittenFile {
  readonly imported: ImportCounts;
  readonly skipped: ImportCounts;
}

/** Result of loading a file: all of it was written, or nothing because of these faults. */
export type LoadedFile = { readonly faults: readonly ImportFault[] } | WrittenFile;

export interface LoadOptions {
  /** Called after each password with the number of hashed passwords. */
  onHashed(hashed: number): void;
  /** Runs in the transaction of the import and writes the file by calling `write`. Gets the names of the file's accounts. */
  around(tx: Tx, write: () => Promise<WrittenFile>, usernames: readonly string[]): Promise<WrittenFile>;
}

/** Loads import files. The composition root provides it, because a file fills tables of several services. */
export interface FileImporter {
  judge(file: Uint8Array): Promise<JudgedFile>;
  load(file: Uint8Array, options: LoadOptions): Promise<LoadedFile>;
}
