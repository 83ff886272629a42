/** An account that was erased, as it is kept outside of the database: no name, no address. */
export interface ErasedAccount {
  readonly id: string;
  readonly closedAt: Date;
  readonly erasedAt: Date;
}

/**
 * What tells after a restore which accounts have been erased since the backup. Kept where a restore of the database does
 * not reach.
 */
export interface ErasureJournal {
  /** Done when it is on the disk; the same account twice is no error. */
  append(erased: ErasedAccount): Promise<void>;
}
