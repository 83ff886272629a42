/** An erased account as the journal outside of the database stores it, without name and address. */
export interface ErasedAccount {
  readonly id: string;
  readonly closedAt: Date;
  readonly erasedAt: Date;
}

/**
 * Lists the erased accounts, so that a database restored from a backup can repeat later erasures. It is stored outside of the
 * database, so that a restore does not reset it.
 */
export interface ErasureJournal {
  /** Resolves when the entry is on the disk. Appending the same account twice is allowed. */
  append(erased: ErasedAccount): Promise<void>;
}
