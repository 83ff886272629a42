/** Where the synced data of all accounts lies. A path is relative to the account's own folder: `Tasks/inbox.json`. */
export interface SyncStore {
  put(username: string, path: string, content: Buffer): Promise<void>;
  /** Null when there is no such file. */
  get(username: string, path: string): Promise<Buffer | null>;
  /** Deleting what is not there is no failure. */
  delete(username: string, path: string): Promise<void>;
  /** Done when nothing of the account is left; repeating it is safe. */
  deleteAll(username: string): Promise<void>;
}

/** The store failed, or something of what it should have deleted is still there. */
export class SyncStoreFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SyncStoreFailed";
  }
}
