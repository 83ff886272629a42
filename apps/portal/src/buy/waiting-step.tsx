import { call } from "@foyer/api-client/client";
import type { Checkout } from "@foyer/contract/checkout";
import { cents, formatMoney } from "@foyer/domain/money";
import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { useQueryClient } from "@tanstack/react-query";
import { words } from "#words/buy";
import { api } from "../shared/requests/api.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { Actions } from "../shared/screens/panel.tsx";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { checkoutQuery } from "./queries.ts";
import { usePaying } from "./use-paying.ts";

/** A payment that waits for the bank, also after a reload: it goes on, or is given up. */
export function WaitingStep({ checkout }: { checkout: Checkout }) {
  const queries = useQueryClient();
  const { confirm, isAtBank } = usePaying(checkout, () => undefined);
  const givingUp = useSubmit(async () => {
    const params = { checkout: checkout.id };
    const { checkout: now } = await call(api, "abandonCheckout", { params });
    queries.setQueryData(checkoutQuery(checkout.id).queryKey, now);
  });
  if (isAtBank) return <Notice kind="info">{words.atBank}</Notice>;
  return (
    <>
      <FailureNotice failure={confirm.failure ?? givingUp.failure} />
      <Notice
        kind="warning"
        title={words.waitingTitle}
        action={
          <Actions>
            <Button small busy={givingUp.busy} disabled={confirm.busy} onClick={() => givingUp.submit()}>
              {words.giveUp}
            </Button>
            <Button
              small
              look="primary"
              busy={confirm.busy}
              onClick={() => confirm.submit(checkout.client_secret ?? "")}
            >
              {words.confirm}
            </Button>
          </Actions>
        }
      >
        {words.waitingText(formatMoney(cents(checkout.total), checkout.currency), checkout.product)}
      </Notice>
    </>
  );
}
