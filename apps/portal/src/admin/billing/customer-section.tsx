import type { StaffCustomerPage } from "@foyer/contract/staff-wire";
import type { Invoice, Subscription } from "@foyer/contract/subscription-wire";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { cents, formatMoney } from "@foyer/domain/money";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { Tag } from "@foyer/ui/tag";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/admin";
import { Link } from "../../shared/screens/router.tsx";
import { Loaded } from "../../shared/screens/loaded.tsx";
import styles from "../admin.module.css";
import { expiryMonth, networkName } from "../../shared/billing/card.ts";
import { customerQuery } from "../queries.ts";
import { ActButton, useActDialog } from "../repair/act-buttons.tsx";
import type { OfferedAct } from "../repair/offered-act.ts";
import { licensePage } from "../search/hit-page.ts";
import { discountLine } from "../../shared/money/discount-text.ts";
import { putDiscount, refund, resync } from "./billing-acts.tsx";
import { ContactLines } from "./contact-lines.tsx";
import { Purchases } from "./purchases.tsx";
import { planName } from "../plan-name.ts";

interface CustomerSectionProps {
  id: string;
  /** The only subscription to show, on a license's page; null shows all of the customer. */
  subscription: string | null;
}

/** A customer's subscriptions, cards, contacts, invoices and purchases, with the acts for each. */
export function CustomerSection({ id, subscription }: CustomerSectionProps) {
  const customer = useQuery(customerQuery(id));
  return (
    <Section title={words.billing}>
      <Loaded query={customer} failed={words.billingFailed} lines={[0.5, 0.8, 0.6]}>
        {(page) => <Customer page={page} subscription={subscription} />}
      </Loaded>
    </Section>
  );
}

function Customer({ page, subscription }: { page: StaffCustomerPage; subscription: string | null }) {
  const { open, dialog } = useActDialog(`customer ${page.customer.id}`);
  const isOwn = (id: string | null | undefined) => subscription === null || id === subscription;
  const subscriptions = page.subscriptions.filter(({ id }) => isOwn(id));
  const invoices = page.invoices.filter((invoice) => invoice.subscription === undefined || isOwn(invoice.subscription));
  return (
    <>
      <p className={styles.line}>
        <span className={styles.id}>{words.customer(page.customer.id)}</span>
        {page.customer.email}
        {page.customer.balance !== 0 && (
          <Tag kind="info">{words.balance(formatMoney(cents(-page.customer.balance), currencyOf(page)))}</Tag>
        )}
      </p>
      <div className={styles.part}>
        {subscriptions.length === 0 && <p>{words.noSubscriptions}</p>}
        {subscriptions.map((one) => (
          <SubscriptionLine key={one.id} subscription={one} onOpen={open} />
        ))}
      </div>
      <div className={styles.part}>
        <h3>{words.cards}</h3>
        {page.payment_methods.length === 0 && <p>{words.noCards}</p>}
        <ul className={styles.lines}>
          {page.payment_methods.map(({ id, card, is_default: isDefault }) => (
            <li key={id} className={styles.line}>
              {words.cardLine(networkName(card.brand), card.last4, expiryMonth(card))}
              {isDefault && <Tag>{words.defaultCard}</Tag>}
            </li>
          ))}
        </ul>
      </div>
      {subscription === null && <ContactLines contacts={page.billing_contacts ?? []} onOpen={open} />}
      <div className={styles.part}>
        <h3>{words.invoices}</h3>
        {invoices.length === 0 ? <p>{words.noInvoices}</p> : <Invoices invoices={invoices} onOpen={open} />}
      </div>
      {subscription === null && <Purchases customerId={page.customer.id} onOpen={open} />}
      {dialog}
    </>
  );
}

function currencyOf({ invoices, subscriptions }: StaffCustomerPage): string {
  return invoices[0]?.currency ?? subscriptions[0]?.items.data[0]?.plan.currency ?? "usd";
}

/** Statuses of subscriptions that are no longer charged. */
const ENDED: ReadonlySet<string> = new Set(["canceled", "unpaid", "incomplete_expired"]);

interface SubscriptionLineProps {
  subscription: Subscription;
  onOpen: (act: OfferedAct) => void;
}

function SubscriptionLine({ subscription, onOpen }: SubscriptionLineProps) {
  const item = subscription.items.data[0];
  const end = formatDate(fromUnixSeconds(subscription.current_period_end));
  return (
    <div className={styles.lines}>
      <p className={styles.line}>
        <strong>{item ? words.planLine(planName(item.plan.id), words.seats(item.quantity)) : subscription.id}</strong>
        <Tag kind={subscription.status === "active" ? "success" : "warning"}>
          {words.subscriptionStates[subscription.status] ?? subscription.status}
        </Tag>
      </p>
      <p className={styles.line}>
        <span>{subscription.cancel_at_period_end ? words.endsOn(end) : words.renewsOn(end)}</span>
        {subscription.next && (
          <span>{words.thenPlan(planName(subscription.next.plan), words.seats(subscription.next.quantity))}</span>
        )}
        {subscription.discount && <span>{discountLine(subscription.discount)}</span>}
      </p>
      <p className={styles.line}>
        <span className={styles.id}>{subscription.id}</span>
        {subscription.registration_id && <Link to={licensePage(subscription.registration_id)}>{words.license}</Link>}
        <ActButton act={resync(subscription.id)} onOpen={onOpen} />
        {!ENDED.has(subscription.status) && <ActButton act={putDiscount(subscription.id)} onOpen={onOpen} />}
      </p>
    </div>
  );
}

function invoiceState({ status, credited = 0, currency }: Invoice): string {
  const state = words.invoiceStates[status] ?? status;
  return credited > 0 ? words.invoiceReturned(state, formatMoney(cents(credited), currency)) : state;
}

interface InvoicesProps {
  invoices: readonly Invoice[];
  onOpen: (act: OfferedAct) => void;
}

function Invoices({ invoices, onOpen }: InvoicesProps) {
  return (
    <Table
      dense
      caption={words.invoices}
      head={[words.invoice, words.date, words.amount, words.status, words.actions]}
      amounts={[words.amount]}
    >
      {invoices.map((invoice) => (
        <tr key={invoice.id}>
          <Cell label={words.invoice}>
            {invoice.invoice_pdf ? (
              <a href={invoice.invoice_pdf}>{invoice.number ?? words.draft}</a>
            ) : (
              (invoice.number ?? words.draft)
            )}
          </Cell>
          <Cell label={words.date}>{formatDate(fromUnixSeconds(invoice.created))}</Cell>
          <Cell label={words.amount} amount>
            {formatMoney(cents(invoice.total), invoice.currency)}
          </Cell>
          <Cell label={words.status}>{invoiceState(invoice)}</Cell>
          <Cell label="">
            {invoice.status === "paid" && invoice.total > (invoice.credited ?? 0) && (
              <ActButton act={refund(invoice)} look="quiet" onOpen={onOpen} />
            )}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
