import type { SearchHit } from "@foyer/contract/staff-wire";
import { cents, formatMoney } from "@foyer/domain/money";
import { type RawBuilder, sql } from "kysely";
import { orRefuse } from "../stripe/stored-refusal.ts";
import type { PurchaseDeps } from "../purchase-deps.ts";
import { subscriptionById } from "../subscriptions/subscription-store.ts";
import { customerById } from "../customers/customer-store.ts";

const HITS = 10;
/** After every text that begins like it: the highest code point there is. */
const END = "\u{10FFFF}";

interface Row {
  readonly kind: SearchHit["kind"];
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly account: string | null;
  readonly license: string | null;
}

function hitOf({ account, license, ...hit }: Row): SearchHit {
  return { ...hit, ...(account === null ? {} : { account }), ...(license === null ? {} : { license }) };
}

const customerHits = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select 'customer' as kind, customer_id as id, customer_id as title, username || ', ' || email as detail,
    username as account, null as license
  from customers where customer_id is not null and ${where} order by customer_id limit ${HITS})`;

const subscriptionHits = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select 'subscription' as kind, subscriptions.id, subscriptions.id as title,
    paid_plan || ', ' || paid_quantity || ' seats, ' || status as detail,
    customers.username as account, registration_id as license
  from subscriptions left join customers using (customer_id) where ${where}
  order by subscriptions.created_at desc limit ${HITS})`;

/** What begins with the text, among what this service knows itself. */
async function known(deps: PurchaseDeps, text: string): Promise<Row[]> {
  const begins = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(${column} ~>=~ ${text}::text and ${column} ~<~ ${text + END}::text)`;
  const lower = text.toLowerCase();
  const { rows } = await sql<Row>`${sql.join(
    [
      customerHits(sql`${begins(sql`customer_id`)} or lower(email) = ${lower} or username = ${lower}`),
      subscriptionHits(
        sql`${begins(sql`subscriptions.id`)} or registration_id = ${text} or subscriptions.customer_id = ${text}`,
      ),
    ],
    sql` union all `,
  )}`.execute(deps.database.kysely);
  return rows;
}

async function accountOf(deps: PurchaseDeps, customerId: string | null): Promise<string | null> {
  const row = customerId === null ? null : await customerById(deps.database.kysely, customerId);
  return row?.username ?? null;
}

async function invoiceHit(deps: PurchaseDeps, id: string): Promise<Row | null> {
  const invoice = await orRefuse(() => deps.gateway.invoice(id));
  if (!invoice) return null;
  const { number, status, total, currency, customerId, subscriptionId } = invoice;
  const subscription = subscriptionId ? await subscriptionById(deps.database.kysely, subscriptionId) : null;
  return {
    kind: "invoice",
    id,
    title: number ?? id,
    detail: `${formatMoney(cents(total), currency)}, ${status}`,
    account: await accountOf(deps, customerId),
    license: subscription?.registration_id ?? null,
  };
}

async function paymentHit(deps: PurchaseDeps, id: string): Promise<Row | null> {
  const charge = await orRefuse(() => deps.gateway.charge(id));
  if (!charge) return null;
  const { amount, currency, status, customerId } = charge;
  const detail = `${formatMoney(cents(amount), currency)}, ${status}`;
  return { kind: "payment", id, title: id, detail, account: await accountOf(deps, customerId), license: null };
}

async function cardHit(deps: PurchaseDeps, id: string): Promise<Row | null> {
  const card = await orRefuse(() => deps.gateway.card(id));
  const customerId = card?.customerId;
  if (!card || !customerId) return null;
  const detail = `${card.brand} ending in ${card.last4}`;
  return {
    kind: "customer",
    id: customerId,
    title: customerId,
    detail,
    account: await accountOf(deps, customerId),
    license: null,
  };
}

/** What only the provider knows, by its whole id. */
async function provided(deps: PurchaseDeps, text: string): Promise<Row | null> {
  const [, prefix] = /^(in|pi|ch|pm)_\w{5,}$/.exec(text) ?? [];
  if (prefix === "in") return await invoiceHit(deps, text);
  if (prefix === "pi" || prefix === "ch") return await paymentHit(deps, text);
  return prefix === "pm" ? await cardHit(deps, text) : null;
}

/** Finds customers, subscriptions, invoices and payments: by the beginning of an id, an address, an account or a licence. */
export async function searchBilling(deps: PurchaseDeps, q: string): Promise<SearchHit[]> {
  const text = q.trim();
  if (text === "") return [];
  const [rows, one] = await Promise.all([known(deps, text), provided(deps, text)]);
  return [...(one ? [one] : []), ...rows].map(hitOf);
}
