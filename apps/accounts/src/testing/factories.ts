import type { StaffRight } from "@foyer/domain/staff-rights";
import { inTransaction } from "@foyer/service-kit/db";
import type { Selectable, Updateable } from "kysely";
import type { AccountTable } from "../db/schema.ts";
import {
  type AccountRow,
  insertAccounts,
  insertLicenses,
  insertSeats,
  type LicenseRow,
  type SeatRow,
} from "../import/import-rows.ts";
import { after } from "../lifetimes.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { openSession } from "../sessions/open-session.ts";
import { type Answer, serviceCredential, type TestAccounts } from "./test-accounts.ts";

export const password = "amber-lantern-42";

const hashes = new WeakMap<PasswordHasher, Promise<string>>();

/** One hash for all accounts of a service. */
function passwordHash({ passwords }: TestAccounts): Promise<string> {
  const hash = hashes.get(passwords) ?? passwords.hash(password);
  hashes.set(passwords, hash);
  return hash;
}

/** An account of a test. A staff account has all rights, or `right` alone. */
interface GivenAccount extends Partial<AccountRow> {
  readonly username: string;
  readonly right?: StaffRight;
  readonly customer_ids?: string[];
}

/** Creates accounts with the password `amber-lantern-42` and the address `<name>@example.com` by default. Returns their ids. */
export async function makeAccounts(
  service: TestAccounts,
  ...accounts: (string | GivenAccount)[]
): Promise<Map<string, string>> {
  const passwordHashOfAll = await passwordHash(service);
  const rows = accounts.map((given): AccountRow => {
    const own = typeof given === "string" ? { username: given } : given;
    return {
      email: `${own.username}@example.com`,
      password_hash: passwordHashOfAll,
      state: 100,
      is_staff: false,
      created: service.clock.now(),
      ...own,
    };
  });
  const ids = await inTransaction(service.database.kysely, (tx) => insertAccounts(tx, rows));
  for (const given of accounts) {
    if (typeof given === "string") continue;
    if (given.right) await setRight(service, given.username, given.right);
    if (given.customer_ids) await setAccount(service, given.username, { customer_ids: given.customer_ids });
  }
  return ids;
}

/** All columns of an account. */
export const accountRow = ({ database }: TestAccounts, username: string): Promise<Selectable<AccountTable>> =>
  database.kysely.selectFrom("accounts").selectAll().where("username", "=", username).executeTakeFirstOrThrow();

/** Changes columns of an account directly, without the checks of the service. */
export async function setAccount(
  { database }: TestAccounts,
  username: string,
  columns: Updateable<AccountTable>,
): Promise<void> {
  await database.kysely.updateTable("accounts").set(columns).where("username", "=", username).execute();
}

/** Makes an account a staff account with this right alone. */
export const setRight = (service: TestAccounts, username: string, right: StaffRight): Promise<void> =>
  setAccount(service, username, { is_staff: true, staff_rights: [right] });

/** Puts the data of an account on legal hold for that many seconds. */
export async function holdAccount(
  { database, clock }: TestAccounts,
  accountId: string,
  seconds: number,
): Promise<void> {
  const [now, until] = [clock.now(), after(clock.now(), seconds)];
  const hold = { account_id: accountId, reason: "a court asks", until, set_by: "chief", set_at: now };
  await database.kysely.insertInto("legal_holds").values(hold).execute();
}

/** Creates a license; by default a perpetual team license of five seats. */
export async function makeLicense(
  service: TestAccounts,
  own: { readonly id: string; readonly owners: readonly string[] } & Partial<LicenseRow>,
): Promise<void> {
  const row: LicenseRow = {
    product_id: "OUTLINE-5",
    description: "Outliner 5",
    products: ["Outliner 5 for Mac"],
    purchase_type: "perpetual",
    total_seats: 5,
    expires_date: null,
    registration_date: service.clock.now(),
    upgrades_remaining: 0,
    upgrade_eligible_registration: null,
    key: null,
    key_owner: own.owners[0] ?? "",
    activation_limit: null,
    activation_limit_until: null,
    ...own,
  };
  await inTransaction(service.database.kysely, (tx) => insertLicenses(tx, [row]));
}

/** Creates seats of a license: held by an account name, or invited for a text with `@`. */
export async function makeSeats(
  service: TestAccounts,
  license: string,
  ...seats: (string | ({ readonly id: string } & Partial<SeatRow>))[]
): Promise<void> {
  const rows = seats.map((given): SeatRow => {
    const own = typeof given === "string" ? { id: `${license}-${given}`, ...heldOrInvited(given) } : given;
    return {
      license,
      username: null,
      email: null,
      status: own.email ? "pending" : "active",
      reference: null,
      created: service.clock.now(),
      ...own,
    };
  });
  await inTransaction(service.database.kysely, (tx) => insertSeats(tx, rows));
}

const heldOrInvited = (given: string): Partial<SeatRow> =>
  given.includes("@") ? { email: given } : { username: given };

/** Signs in and returns the tokens of the new session. */
export async function signIn(
  service: TestAccounts,
  username: string,
  instance = 0,
): Promise<{ access: string; refresh: string }> {
  const { status, body } = await service.call("POST", "signin/", { body: { username, password }, instance });
  if (status !== 200) throw new Error(`${username} cannot sign in: ${JSON.stringify(body)}`);
  return { access: body.token.access_token, refresh: body.token.refresh_token };
}

/** Opens sessions without signing in, to avoid the cost of hashing, and returns their access tokens. */
export async function openSessions(service: TestAccounts, ...usernames: string[]): Promise<string[]> {
  const { kysely } = service.database;
  const tokens: string[] = [];
  for (const username of usernames) {
    const account = await kysely
      .selectFrom("accounts")
      .select(["id", "credential_version"])
      .where("username", "=", username)
      .executeTakeFirstOrThrow();
    const opener = { ip: "192.0.2.1", userAgent: "test" };
    const token = await openSession(kysely, service.clock.now(), account, opener);
    if (!token) throw new Error(`${username} is closed`);
    tokens.push(token.access_token);
  }
  return tokens;
}

let people = 0;

/** Creates an account with a session in which the password was just proved. */
export async function newPerson(
  service: TestAccounts,
): Promise<{ readonly name: string; readonly email: string; readonly id: string; readonly token: string }> {
  const name = `person${++people}`;
  const ids = await makeAccounts(service, name);
  const [token = ""] = await openSessions(service, name);
  return { name, email: `${name}@example.com`, id: ids.get(name) ?? "", token };
}

/** Status and code of an answer: `200`, or `422 3022`. */
export const outcomeOf = ({ status, body }: Answer): string => (status === 200 ? "200" : `${status} ${body.code}`);

/** Rows of an account in a table. @param rest further conditions, and the order. */
export async function rowsOf<Row>(
  { database }: TestAccounts,
  username: string,
  table: string,
  columns = "",
  rest = "",
): Promise<Row[]> {
  const select = `select ${columns} from ${table} join accounts on accounts.id = account_id where username = $1`;
  return (await database.pool.query(`${select} ${rest}`, [username])).rows;
}

/** Reserves a license for a buyer, as the purchase service does before a payment. */
export const reserveLicense = (service: TestAccounts, license: string, buyer: string, own: object): Promise<Answer> =>
  service.post(
    "internal/reserved_licenses/",
    {
      registration_id: license,
      omni_id: buyer,
      customer_id: "cus_1",
      is_return: false,
      description: "Outlinear 5",
      amount: 30_000,
      currency: "usd",
      ...own,
    },
    serviceCredential,
  );

/** A license as its manager sees it. */
export async function managedLicense(service: TestAccounts, id: string, token: string): Promise<Answer["body"]> {
  const { body } = await service.post("managed_team_licenses/", undefined, token);
  return body.managed_team_licenses.find((license: { id: string }) => license.id === id);
}

/** Sends a report about a subscription as the purchase service does. */
export async function tellSubscription(
  service: TestAccounts,
  license: string,
  news: Readonly<Record<string, unknown>> = {},
  order: { objectTime?: number; sequence?: number; cause?: object; instance?: number } = {},
): Promise<boolean> {
  const now = Math.floor(service.clock.now().getTime() / 1_000);
  const { status, body } = await service.call("POST", "internal/subscriptions/", {
    body: {
      subscription: {
        id: `sub_${license}`,
        customer_id: "cus_1",
        registration_id: license,
        plan: "OUTLINE-5-SUB-ANNUAL-WEB",
        quantity: 5,
        next: null,
        status: "active",
        cancel_at_period_end: false,
        current_period_end: now + 30 * 86_400,
        paid_until: now + 30 * 86_400,
        ...news,
      },
      object_time: order.objectTime ?? now,
      sequence: order.sequence ?? 1,
      ...(order.cause ? { cause: order.cause } : {}),
    },
    token: serviceCredential,
    instance: order.instance ?? 0,
  });
  if (status !== 200) throw new Error(`the news were refused: ${JSON.stringify(body)}`);
  return body.applied;
}
