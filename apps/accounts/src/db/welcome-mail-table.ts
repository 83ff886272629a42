import type { GeneratedAlways } from "kysely";

/** A person of an import who gets a mail with a link to set a password. */
interface WelcomeMailTable {
  account_id: string;
  position: GeneratedAlways<number>;
  per_hour: number;
  queued_at: Date | null;
  mailed_at: Date | null;
}

export interface WelcomeMailTables {
  welcome_mails: WelcomeMailTable;
}
