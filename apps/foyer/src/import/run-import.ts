import { readKnownRows } from "@foyer/accounts/export-rows";
import { passwordHasher } from "@foyer/accounts/passwords";
import type { AccountsTables } from "@foyer/accounts/tables";
import { openDatabase, sqlState } from "@foyer/service-kit/db";
import { sql, type Transaction } from "kysely";
import { checkImport, type CheckedImport, type Counts } from "./check-import.ts";
import type { Fault } from "./fault.ts";
import type { LineOf } from "./line-fields.ts";
import { linesOf, parseImport } from "./parse-import.ts";
import type { PaymentSide } from "./payment-side.ts";
import type { Known, Surroundings } from "./picture.ts";
import { writeImport } from "./write-import.ts";

type Tx = Transaction<AccountsTables>;

/** What an import stands on. */
export interface ImportDeps {
  /** The owner's connection: an import writes the schemas of several services in one transaction. */
  readonly ownerUrl: string;
  readonly surroundings: Surroundings;
  /** The payment side, in the import's transaction. */
  payments(tx: Tx): PaymentSide;
  /** Which of these subscription ids the payment side knows already. */
  knownSubscriptions(tx: Tx): Promise<ReadonlySet<string>>;
}

export type ImportOutcome =
  | { readonly faults: readonly Fault[] }
  | { readonly imported: Counts; readonly skipped: Counts };

const TRIES = 3;
const UNIQUE_VIOLATION = "23505";
const CHECK_VIOLATION = "23514";

/**
 * Loads a file: all of it in one transaction, or nothing and the faults.
 *
 * Loading the same file again changes nothing. Two imports at once take turns; a system that serves meanwhile may get in
 * between the look and the write, and then the file is judged again.
 */
export async function runImport(file: Uint8Array, deps: ImportDeps): Promise<ImportOutcome> {
  const parsed = parseImport(linesOf(file), deps.surroundings.now);
  const hashes = new Map<string, string>();
  const database = openDatabase<AccountsTables>({ url: deps.ownerUrl, role: null, schema: "accounts", max: 1 });
  const attempt = async (tx: Tx): Promise<ImportOutcome> => {
    await sql`select pg_advisory_xact_lock(hashtextextended('foyer import', 0))`.execute(tx);
    const known: Known = { ...(await readKnownRows(tx)), subscriptions: await deps.knownSubscriptions(tx) };
    const checked = checkImport(parsed, known, deps.surroundings);
    if (checked.faults.length > 0) return { faults: checked.faults };
    await hashPasswords(checked, hashes);
    await writeImport(tx, checked.picture, deps.payments(tx), (line) => hashes.get(line.key) ?? null);
    return { imported: checked.imported, skipped: checked.skipped };
  };
  try {
    return await repeatedly(() => database.kysely.transaction().execute(attempt));
  } finally {
    await database.close();
  }
}

async function repeatedly<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const state = sqlState(error);
      const isOvertaken = state === UNIQUE_VIOLATION || state === CHECK_VIOLATION || state === "40P01";
      if (!isOvertaken || tries >= TRIES) throw error;
    }
  }
}

async function hashPasswords({ picture }: CheckedImport, hashes: Map<string, string>): Promise<void> {
  const waiting = picture.fresh.account.filter(needsHash).filter(({ key }) => !hashes.has(key));
  const hasher = passwordHasher({ waiting: waiting.length });
  await Promise.all(waiting.map(async ({ key, fields }) => hashes.set(key, await hasher.hash(fields.password ?? ""))));
}

function needsHash({ fields }: LineOf<"account">): boolean {
  return fields.password !== undefined;
}
