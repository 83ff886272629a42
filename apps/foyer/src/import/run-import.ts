import type { JudgedFile, LoadedFile, LoadOptions } from "@foyer/accounts/file-importer";
import { waitForTurn } from "@foyer/accounts/import-row-store";
import { readKnownRows } from "@foyer/accounts/known-rows";
import { passwordHasher } from "@foyer/accounts/passwords";
import type { AccountsTables } from "@foyer/accounts/tables";
import { checkAtProvider, namedAtProvider, type NamedAtProvider } from "@foyer/import-file/check-at-provider";
import { checkImport, type CheckedImport } from "@foyer/import-file/check-import";
import type { Fault } from "@foyer/import-file/faults";
import type { LineOf } from "@foyer/import-file/lines";
import { namedRows } from "@foyer/import-file/named-rows";
import { linesOf, type ParsedImport, parseImport } from "@foyer/import-file/parse";
import type { ImportTerms } from "@foyer/import-file/picture";
import { openDatabase, sqlState } from "@foyer/service-kit/db";
import { everyService } from "@foyer/service-kit/roles";
import type { Kysely, Transaction } from "kysely";
import type { PaymentSide } from "./payment-side.ts";
import { type PaymentProvider, providerPayments } from "./provider-payments.ts";
import { writeImport } from "./write-import.ts";

type Tx = Transaction<AccountsTables>;

/** What an import stands on. */
export interface ImportDeps {
  /** The serving login's connection: as the role of all services, since an import writes the schemas of several services in one transaction. */
  readonly databaseUrl: string;
  readonly terms: ImportTerms;
  /** The payment sandbox, in the import's transaction; not asked for where `provider` is given. */
  payments(tx: Tx): PaymentSide;
  /** The real provider; null where the sandbox stands in for it. */
  readonly provider?: PaymentProvider | null;
  /** Which of these subscription ids the payment side knows already. */
  knownSubscriptions(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Hashes computed at once: two, unless a system that serves does it beside its sign-ins. */
  readonly hashesAtOnce?: number;
}

export type ImportOutcome = LoadedFile;

const TRIES = 3;
const UNIQUE_VIOLATION = "23505";
const CHECK_VIOLATION = "23514";

const alone: LoadOptions = { onHashed: () => undefined, around: (_tx, write) => write() };

/** Judges a file against the database, and writes nothing. */
export async function judgeImport(file: Uint8Array, deps: ImportDeps): Promise<JudgedFile> {
  const parsed = parseImport(linesOf(file), deps.terms.now);
  const { checked, faults } = await onDatabase(deps, (db) => lookAround(db, parsed, deps));
  const { account, subscription } = checked.picture.fresh;
  const cards = account.reduce((sum, { fields }) => sum + (fields.cards ?? []).length, 0);
  return {
    faults,
    imported: checked.imported,
    skipped: checked.skipped,
    passwords: account.filter(needsHash).length,
    cards: cards + subscription.filter(({ fields }) => deps.terms.sandbox && fields.card !== null).length,
  };
}

/**
 * Loads a file: all of it in one transaction, or nothing and the faults.
 *
 * Loading the same file again changes nothing. Two imports at once take turns; a system that serves meanwhile may get in
 * between the look and the write, so the file is judged again in the transaction that writes it. Passwords are hashed
 * before that: it takes long, and nothing waits for it.
 */
export async function runImport(
  file: Uint8Array,
  deps: ImportDeps,
  options: LoadOptions = alone,
): Promise<ImportOutcome> {
  const parsed = parseImport(linesOf(file), deps.terms.now);
  const hashes = new Map<string, string>();
  const write = async (tx: Tx, told: NamedAtProvider | null): Promise<ImportOutcome> => {
    await waitForTurn(tx);
    const checked = await look(tx, parsed, deps);
    if (checked.faults.length > 0) return { faults: checked.faults };
    await hashPasswords(checked, hashes, deps, options);
    return options.around(tx, async () => {
      const payments = told ? providerPayments(tx, told, deps.terms.now) : deps.payments(tx);
      await writeImport(tx, checked.picture, payments, (line) => hashes.get(line.key) ?? null);
      return { imported: checked.imported, skipped: checked.skipped };
    });
  };
  return onDatabase(deps, async (db) => {
    const { checked, faults, told } = await lookAround(db, parsed, deps);
    if (faults.length > 0) return { faults };
    await hashPasswords(checked, hashes, deps, options);
    const outcome = await repeatedly(() => db.transaction().execute((tx) => write(tx, told)));
    if (!("faults" in outcome)) await deps.provider?.takeOver();
    return outcome;
  });
}

async function onDatabase<T>(
  { databaseUrl }: ImportDeps,
  work: (db: Kysely<AccountsTables>) => Promise<T>,
): Promise<T> {
  const database = openDatabase<AccountsTables>({
    url: databaseUrl,
    role: everyService,
    schema: "accounts",
    max: 1,
    patient: true,
  });
  try {
    return await work(database.kysely);
  } finally {
    await database.close();
  }
}

interface LookAround {
  readonly checked: CheckedImport;
  /** Those of `checked`; where there is none, those that the provider tells. */
  readonly faults: readonly Fault[];
  /** What the real provider says, if there is one. */
  readonly told: NamedAtProvider | null;
}

/** Judges a file by the database, and then by the real provider: with no transaction open while that is asked. */
async function lookAround(db: Kysely<AccountsTables>, parsed: ParsedImport, deps: ImportDeps): Promise<LookAround> {
  const checked = await db.transaction().execute((tx) => look(tx, parsed, deps));
  const { fresh } = checked.picture;
  if (!deps.provider || checked.faults.length > 0) return { checked, faults: checked.faults, told: null };
  const told = await deps.provider.read(namedAtProvider(fresh));
  return { checked, faults: checkAtProvider(fresh, told), told };
}

async function look(tx: Tx, parsed: ParsedImport, deps: ImportDeps): Promise<CheckedImport> {
  const named = namedRows(parsed.lines);
  const subscriptions = await deps.knownSubscriptions(tx, named.subscriptions);
  return checkImport(parsed, { ...(await readKnownRows(tx, named)), subscriptions }, deps.terms);
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

/** Hashes what `hashes` does not have yet. */
async function hashPasswords(
  { picture }: CheckedImport,
  hashes: Map<string, string>,
  { hashesAtOnce: atOnce = 2 }: ImportDeps,
  options: LoadOptions,
): Promise<void> {
  const waiting = picture.fresh.account.filter(needsHash).filter(({ key }) => !hashes.has(key));
  const hasher = passwordHasher({ atOnce, waiting: waiting.length });
  await Promise.all(
    waiting.map(async ({ key, fields }) => {
      hashes.set(key, await hasher.hash(fields.password ?? ""));
      options.onHashed(hashes.size);
    }),
  );
}

function needsHash({ fields }: LineOf<"account">): boolean {
  return fields.password !== null;
}
