import type { Subscription } from "@foyer/contract/subscription-wire";
import { prorationOfSwitch, type SwitchDirection } from "@foyer/domain/billing-cycle";
import { cents, conversionAmount, formatMoney } from "@foyer/domain/money";
import { formatDate, fromUnixSeconds, toUnixSeconds } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { Notice } from "@foyer/ui/notice";
import { Skeleton } from "@foyer/ui/placeholders";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { words } from "#words/billing";
import { words as common } from "#words/common";
import { previewQuery } from "../../shared/billing/preview-query.ts";
import { AuthenticationFailed } from "../../shared/billing/provider.ts";
import { settleChange } from "../../shared/billing/settle.ts";
import { UnverifiedTaxIds } from "../../shared/billing/unverified-tax-ids.tsx";
import { codeOf } from "../../shared/failure-code.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { queryClient } from "../../shared/query-client.ts";
import { sentenceOf } from "../../shared/failure-sentence.ts";
import { serviceClockQuery } from "../../shared/service-clock.ts";
import { useSubmit } from "../../shared/use-submit.ts";
import styles from "./switch-dialog.module.css";

const FORBIDDEN = 20005;
const QUOTE_DEAD = 20006;

export interface SwitchDialogProps {
  customer: string;
  subscription: Subscription;
  direction: SwitchDirection;
  /** The plan that bills the same by the other cycle. */
  plan: string;
  quantity: number;
  name: string;
  periodEnd: string;
  /** From when on a yearly plan can be switched, in unix seconds. */
  windowStart: number;
  onClose: () => void;
  onChanged: () => void;
}

/** Shows what the other billing cycle costs now, and switches to it (HOME-16 to HOME-18). */
export function SwitchDialog(props: SwitchDialogProps) {
  const { customer, subscription, direction, plan, quantity, onClose, onChanged } = props;
  const query = previewQuery({ customer, subscription, plan, quantity });
  const preview = useQuery(query);
  const [changed, setChanged] = useState(false);
  const quote = preview.data?.quote.id;
  const switching = useSubmit<void>(async () => {
    if (quote === undefined) return;
    const behavior = prorationOfSwitch(direction);
    await settleChange({ customer, subscription, plan, quantity, behavior, quote });
    setChanged(true);
    onChanged();
  });
  if (changed) return <Changed onClose={onClose} />;
  if (codeOf(preview.error) === FORBIDDEN) return <NotYet {...props} failure={preview.error} />;
  const isDead = codeOf(switching.failure) === QUOTE_DEAD;

  const toYearly = direction === "to_yearly";
  const total = preview.data && formatMoney(cents(preview.data.total), preview.data.currency);
  return (
    <Dialog
      title={toYearly ? words.toYearly : words.toMonthly}
      onClose={switching.busy ? undefined : onClose}
      actions={
        <>
          <Button disabled={switching.busy} onClick={onClose}>
            {common.cancel}
          </Button>
          {isDead ? (
            <Button
              look="primary"
              onClick={() => {
                switching.clear();
                // The amount that no longer holds must not stay where it could be agreed to again.
                void queryClient.resetQueries({ queryKey: query.queryKey });
              }}
            >
              {common.tryAgain}
            </Button>
          ) : (
            <Button look="primary" busy={switching.busy} disabled={!preview.data} onClick={() => switching.submit()}>
              {toYearly ? words.payAmount(total ?? "…") : words.confirmSwitch}
            </Button>
          )}
        </>
      }
    >
      <FailureNotice failure={switching.failure} sentence={sentenceOfFailure(switching.failure)} />
      <UnverifiedTaxIds customerId={customer} />
      <p>{toYearly ? words.convertYearly(props.name) : words.convertMonthly(props.name, props.periodEnd)}</p>
      {preview.isPending && <Skeleton label={words.loadingPreview} lines={[0.4, 0.6]} />}
      {preview.isError && <Notice kind="danger">{words.previewFailed}</Notice>}
      {preview.data && toYearly && (
        <p className={styles.amount}>
          <strong>
            {words.conversion(formatMoney(conversionAmount(preview.data.lines.data), preview.data.currency))}
          </strong>
          <span>{words.dueNow(total ?? "")}</span>
        </p>
      )}
    </Dialog>
  );
}

/** CYCLE-05, unless the bank or the quote is the reason. */
function sentenceOfFailure(failure: unknown): string {
  if (failure instanceof AuthenticationFailed) return failure.message;
  const code = codeOf(failure);
  return code === QUOTE_DEAD || code === 20002 || code === 20003 ? sentenceOf(failure) : words.unmodifiable;
}

function Changed({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title={words.changed}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {common.done}
        </Button>
      }
    >
      <p role="status">{words.changedHelp}</p>
    </Dialog>
  );
}

/** The service forbids it now: too early in a yearly term, or for a reason that it names (CYCLE-01). */
function NotYet({ direction, periodEnd, windowStart, failure, onClose }: SwitchDialogProps & { failure: unknown }) {
  const now = useQuery(serviceClockQuery);
  const isEarly = direction === "to_monthly" && now.data !== undefined && toUnixSeconds(now.data) < windowStart;
  return (
    <Dialog
      title={words.notYetTitle}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {common.done}
        </Button>
      }
    >
      <p>{sentenceOf(failure)}</p>
      {isEarly && <p>{words.notYet(periodEnd, formatDate(fromUnixSeconds(windowStart)))}</p>}
    </Dialog>
  );
}
