import type { JudgedFile, LoadedFile, LoadOptions, WrittenFile } from "@foyer/accounts/file-importer";
import { lockLicenses, waitForTurn } from "@foyer/accounts/import-row-store";
import { readKnownRows } from "@foyer/accounts/known-rows";
import { passwordHasher } from "@foyer/accounts/passwords";
import type { AccountsTables } from "@foyer/accounts/tables";
import { countUnwelcomed } from "@foyer/accounts/welcome-mail-store";
import {
  checkAtProvider,
  namedAtProvider,
  type NamedAtProvider,
  type NamesAtProvider,
} from "@foyer/import-file/check-at-provider";
import { checkImport, type CheckedImport } from "@foyer/import-file/check-import";
import type { Fault } from "@foyer/import-file/faults";
import type { Line, LineOf } from "@foyer/import-file/lines";
import { namedRows } from "@foyer/import-file/named-rows";
import { linesOf, type ParsedImport, parseImport } from "@foyer/import-file/parse";
import type { ImportTerms } from "@foyer/import-file/picture";
import type { Keyring } from "@foyer/service-kit/keyring";
import { openDatabase, sqlState } from "@foyer/service-kit/db";
import { everyService } from "@foyer/service-kit/roles";
import type { Kysely, Transaction } from "kysely";
import type { PaymentSide } from "./payment-side.ts";
import { type PaymentProvider, providerPayments } from "./provider-payments.ts";
import { writeImport } from "./write-import.ts";

type Tx = Transaction<AccountsTables>;

export interface ImportDeps {
  /**
   * The serving login's address. It uses the role of all services, because an import writes several schemas
   * in one transaction.
   */
  readonly databaseUrl: string;
  readonly terms: ImportTerms;
  /** Opens and seals the key of fingerprints. */
  readonly keyring: Keyring;
  /** Returns the payment sandbox in the import's transaction. Not called if `provider` is given. */
  payments(tx: Tx): PaymentSide;
  /** The real provider, or null with the sandbox. */
  readonly provider?: PaymentProvider | null;
  /** Returns the ids that the payment side knows already. */
  knownSubscriptions(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Number of hashes computed concurrently: two by default, one in a running system to keep sign-ins fast. */
  readonly hashesAtOnce?: number;
}

export type ImportOutcome = LoadedFile;

const TRIES = 3;
const UNIQUE_VIOLATION = "23505";
const CHECK_VIOLATION = "23514";

const alone: LoadOptions = { onHashed: () => undefined, around: (_tx, write) => write() };

/** A checked file, with what an operator wants to know before it is loaded. */
export interface JudgedImport extends JudgedFile {
  /** Keys of licenses and keys that nobody has registered. */
  readonly keys: { readonly imported: number; readonly skipped: number };
  /** How many of the named objects the real provider has; null with the sandbox, or if the file has faults of its own. */
  readonly atProvider: Readonly<Record<keyof NamesAtProvider, readonly [found: number, named: number]>> | null;
  /** People who would get a link to set a password. */
  readonly toWelcome: number;
}

const accountNames = ({ lines }: ParsedImport): string[] =>
  lines.filter(({ type }) => type === "account").map(({ key }) => key);

const hasKey = (line: Line): boolean =>
  (line.type === "license" && line.fields.key !== null) ||
  (line.type === "license_key" && line.fields.license === null);

/** Checks a file against the database, and writes nothing. */
export async function judgeImport(file: Uint8Array, deps: ImportDeps): Promise<JudgedImport> {
  const parsed = parseImport(linesOf(file), deps.terms.now);
  const { checked, faults, told, waiting } = await asAllServices(deps.databaseUrl, async (db) => ({
    ...(await lookAround(db, parsed, deps)),
    waiting: await countUnwelcomed(db, accountNames(parsed), deps.terms.now),
  }));
  const { account, subscription, license, license_key: loose } = checked.picture.fresh;
  const named = namedAtProvider(checked.picture.fresh);
  const isPaying = ({ key, fields }: LineOf<"subscription">): boolean =>
    told?.subscriptions.get(fields.id ?? "")?.registrationId === key;
  const newKeys = [...license, ...loose].filter(hasKey).length;
  const isNew = ({ fields }: LineOf<"account">): boolean =>
    fields.state === 100 && fields.password === null && fields.password_hash === null;
  const cards = account.reduce((sum, { fields }) => sum + (fields.cards ?? []).length, 0);
  return {
    faults,
    imported: checked.imported,
    skipped: checked.skipped,
    keys: { imported: newKeys, skipped: parsed.lines.filter(hasKey).length - newKeys },
    atProvider: told && {
      customers: [told.customers.size, named.customers.length],
      subscriptions: [subscription.filter(isPaying).length, named.subscriptions.length],
    },
    toWelcome: account.filter(isNew).length + waiting,
    passwords: account.filter(needsHash).length,
    cards: cards + subscription.filter(({ fields }) => deps.terms.sandbox && fields.card !== null).length,
  };
}

/**
 * Loads a file: all of it in one transaction, or nothing and the faults.
 *
 * Loading the same file again changes nothing. Concurrent imports are serialized. A running system may
 * change the database between the check and the write, so the file is checked again in the writing
 * transaction. Passwords are hashed before it, because that is slow and must not hold a lock.
 */
export async function runImport(
  file: Uint8Array,
  deps: ImportDeps,
  options: LoadOptions = alone,
): Promise<ImportOutcome> {
  const parsed = parseImport(linesOf(file), deps.terms.now);
  const hashes = new Map<string, string>();
  const { deviceLicenses } = namedRows(parsed.lines);
  const write = async (tx: Tx, told: NamedAtProvider | null): Promise<ImportOutcome> => {
    await waitForTurn(tx);
    await lockLicenses(tx, deviceLicenses);
    const checked = await look(tx, parsed, deps);
    if (checked.faults.length > 0) return { faults: checked.faults };
    await hashPasswords(checked, hashes, deps, options);
    const writeAll = async (): Promise<WrittenFile> => {
      const payments = told ? providerPayments(tx, told, deps.terms.now) : deps.payments(tx);
      const hashOf = (line: LineOf<"account">): string | null => hashes.get(line.key) ?? null;
      await writeImport(tx, checked.picture, { payments, keyring: deps.keyring, hashOf });
      return { imported: checked.imported, skipped: checked.skipped };
    };
    return options.around(tx, writeAll, accountNames(parsed));
  };
  return asAllServices(deps.databaseUrl, async (db) => {
    const { checked, faults, told } = await lookAround(db, parsed, deps);
    if (faults.length > 0) return { faults };
    await hashPasswords(checked, hashes, deps, options);
    const outcome = await repeatedly(() => db.transaction().execute((tx) => write(tx, told)));
    if (!("faults" in outcome)) await deps.provider?.takeOver();
    return outcome;
  });
}

/** Runs `work` with the rights of all services. */
export async function asAllServices<T>(url: string, work: (db: Kysely<AccountsTables>) => Promise<T>): Promise<T> {
  const database = openDatabase<AccountsTables>({
    url,
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
  /** Faults of `checked`, or if there are none, those found at the provider. */
  readonly faults: readonly Fault[];
  /** Data from the real provider, if there is one. */
  readonly told: NamedAtProvider | null;
}

/** Checks a file against the database, then against the real provider. No transaction is open during provider calls. */
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

/** Hashes the passwords that are not in `hashes` yet. */
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
