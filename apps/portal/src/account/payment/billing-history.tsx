import type { Invoice } from "@foyer/contract/subscription-wire";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { cents, formatMoney } from "@foyer/domain/money";
import { Button } from "@foyer/ui/button";
import { Skeleton } from "@foyer/ui/placeholders";
import { Fact, Facts } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { Tag, type TagKind } from "@foyer/ui/tag";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { words as common } from "#words/common";
import { words } from "#words/payment";
import { later } from "../../shared/screens/part.tsx";
import { QueryFailure } from "../../shared/screens/loaded.tsx";
import { Link } from "../../shared/screens/router.tsx";
import { invoicesQuery } from "../../shared/billing/queries.ts";
import { mutedClass } from "../../shared/screens/panel.tsx";
import styles from "../account-page.module.css";
import { useKept } from "../../shared/forms/use-kept.ts";
import { brand } from "../../shared/settings/settings.ts";

const BillingDetailsDialog = later(async () => (await import("./billing-details-dialog.tsx")).BillingDetailsDialog);

const columns = [words.date, words.invoice, words.status, words.amount, words.document];

const SHOWN_AT_FIRST = 3;

/** The bills, newest first, each with its document. */
export function BillingHistory({ customerId }: { customerId: string }) {
  const [showsOlder, setShowsOlder] = useState(false);
  const pages = useInfiniteQuery(invoicesQuery(customerId));
  if (!pages.data) {
    return (
      <div className={styles.group}>
        <h3>{words.history}</h3>
        {pages.isPending ? (
          <Skeleton label={common.loading} lines={[1, 1, 1]} />
        ) : (
          <QueryFailure title={words.historyFailed} query={pages} />
        )}
      </div>
    );
  }
  const invoices = pages.data.pages.flatMap((page) => page.invoices);
  const isFolded = !showsOlder && invoices.length > SHOWN_AT_FIRST;
  function showOlder() {
    setShowsOlder(true);
    if (!isFolded) void pages.fetchNextPage();
  }
  return (
    <div className={styles.group}>
      <h3>{words.history}</h3>
      {invoices.length === 0 ? (
        <p className={mutedClass}>{words.noHistory}</p>
      ) : (
        <Table caption={words.history} head={columns} amounts={[words.amount]}>
          {invoices.slice(0, isFolded ? SHOWN_AT_FIRST : undefined).map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </Table>
      )}
      <div className={styles.rowActions}>
        {(isFolded || pages.hasNextPage) && (
          <Button small busy={pages.isFetchingNextPage} onClick={showOlder}>
            {words.more}
          </Button>
        )}
        <BillingDetails customerId={customerId} />
        <Link to="/papers">{words.allPapers}</Link>
      </div>
      <SellerDetails />
    </div>
  );
}

function BillingDetails({ customerId }: { customerId: string }) {
  const [open, setOpen] = useKept("billing-details", false);
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {words.billingDetails}
      </Button>
      {open && (
        <Suspense>
          <BillingDetailsDialog customerId={customerId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const states: Readonly<Record<string, { kind: TagKind; label: string }>> = {
  draft: { kind: "neutral", label: words.draft },
  open: { kind: "danger", label: words.open },
  paid: { kind: "success", label: words.paidStatus },
  void: { kind: "neutral", label: words.void },
  uncollectible: { kind: "danger", label: words.uncollectible },
};

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const number = invoice.number ?? invoice.id;
  const state = states[invoice.status] ?? { kind: "neutral", label: invoice.status };
  return (
    <tr>
      <Cell label={words.date}>{formatDate(fromUnixSeconds(invoice.created))}</Cell>
      <Cell label={words.invoice} translate="no">
        {number}
      </Cell>
      <Cell label={words.status}>
        <Tag kind={state.kind}>{state.label}</Tag>
      </Cell>
      <Cell label={words.amount} amount>
        {formatMoney(cents(invoice.total), invoice.currency)}
      </Cell>
      <Cell label={words.document}>
        {invoice.invoice_pdf && (
          <a href={invoice.invoice_pdf} aria-label={words.pdfOf(number)}>
            {words.pdf}
          </a>
        )}
      </Cell>
    </tr>
  );
}

/** The seller on the invoices, with the tax id that a buyer's accounting needs (DOC-19). */
function SellerDetails() {
  const { name, address, taxId } = brand.seller;
  return (
    <details>
      <summary className={styles.more}>{words.sellerDetails}</summary>
      <Facts>
        <Fact name={words.seller}>{[name, ...address].join(", ")}</Fact>
        {taxId !== null && <Fact name={words.sellerTaxId}>{taxId}</Fact>}
      </Facts>
    </details>
  );
}
