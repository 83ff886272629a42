import { call } from "@foyer/api-client/client";
import type { Subscription } from "@foyer/contract/subscription-wire";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { cents, formatMoney } from "@foyer/domain/money";
import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { Notice } from "@foyer/ui/notice";
import { words } from "#words/payment";
import { api } from "../../shared/api.ts";
import { AuthenticationFailed } from "../../shared/billing/provider.ts";
import { refreshAfterChange, settleInvoice } from "../../shared/billing/settle.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { useSubmit } from "../../shared/use-submit.ts";

interface DueInvoiceProps {
  customerId: string;
  subscription: Subscription;
}

/** The rescue of an invoice that could not be collected: pay it now, with the bank's questions where it has some. */
export function DueInvoice({ customerId, subscription }: DueInvoiceProps) {
  const invoice = subscription.open_invoice;
  const paying = useSubmit(async (id: string) => {
    const params = { id: customerId, invoice: id };
    await settleInvoice(await call(api, "payInvoice", { params, body: {}, idempotencyKey: crypto.randomUUID() }));
    announce(words.paid);
    await refreshAfterChange();
  });
  if (!invoice) return null;
  const amount = formatMoney(cents(invoice.total), invoice.currency);
  const { failure } = paying;
  return (
    <>
      <Notice
        kind="danger"
        announced={false}
        title={words.dueTitle}
        action={
          <Button look="primary" small busy={paying.busy} onClick={() => paying.submit(invoice.id)}>
            {words.pay(amount)}
          </Button>
        }
      >
        <p>
          {words.due(amount)}{" "}
          {invoice.next_payment_attempt !== null &&
            words.dueNextTry(formatDate(fromUnixSeconds(invoice.next_payment_attempt)))}
        </p>
      </Notice>
      <FailureNotice failure={failure} sentence={failure instanceof AuthenticationFailed ? failure.message : null} />
    </>
  );
}
