import { MailRefused, type Mailer, type MailMessage } from "@foyer/service-kit/mailer";
import type { FileImporter } from "../staff/file-importer.ts";
import type { SyncStore } from "../sync-data/sync-store.ts";

/** A sync store in memory, for tests. */
export function memorySyncStore(): SyncStore {
  const files = new Map<string, Map<string, Buffer>>();
  return {
    put: async (username, path, content) => {
      const own = files.get(username) ?? new Map<string, Buffer>();
      own.set(path, content);
      files.set(username, own);
    },
    get: async (username, path) => files.get(username)?.get(path) ?? null,
    delete: async (username, path) => {
      files.get(username)?.delete(path);
    },
    deleteAll: async (username) => {
      files.delete(username);
    },
  };
}

/** A fake mail server: stores messages and rejects the addresses in `refused`. */
export interface TestMailer extends Mailer {
  readonly messages: MailMessage[];
  readonly refused: Set<string>;
  isReachable: boolean;
}

export function testMailer(mayRefuse: boolean): TestMailer {
  const messages: MailMessage[] = [];
  const refused = new Set<string>();
  const mailer: TestMailer = {
    messages,
    refused,
    isReachable: true,
    mayRefuse,
    send: async (message) => {
      if (refused.has(message.to)) throw new MailRefused("550 no such mailbox");
      if (!mailer.isReachable) throw new Error("the mail server does not answer");
      messages.push(message);
    },
    probe: async () => mailer.isReachable,
    close: () => undefined,
  };
  return mailer;
}

const nothing = { account: 0, license: 0, seat: 0, license_key: 0, upgrade: 0, subscription: 0 };
/** Finds every import file empty. */
export const noImporter: FileImporter = {
  judge: async () => ({ faults: [], imported: nothing, skipped: nothing, passwords: 0, cards: 0 }),
  load: async () => ({ imported: nothing, skipped: nothing }),
};
