/** Storage of the synced data of all accounts. A path is relative to the account's folder: `Tasks/inbox.json`. */
export interface SyncStore {
  put(username: string, path: string, content: Buffer): Promise<void>;
  /** The file; null when it does not exist. */
  get(username: string, path: string): Promise<Buffer | null>;
  /** Deletes a file; a missing file is not an error. */
  delete(username: string, path: string): Promise<void>;
  /** Deletes all data of the account and resolves after it is gone; repeating it is safe. */
  deleteAll(username: string): Promise<void>;
}

/** The store failed, or data that it should have deleted still exists. */
export class SyncStoreFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SyncStoreFailed";
  }
}
