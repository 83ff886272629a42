import { call } from "@foyer/api-client/client";
import type { PaymentMethod } from "@foyer/contract/subscription-wire";
import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { Progress } from "@foyer/ui/spinner";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { words as common } from "#words/common";
import { words } from "#words/payment";
import { api } from "../../shared/api.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { Actions } from "../../shared/panel.tsx";
import { useSubmit } from "../../shared/use-submit.ts";
import { CardList } from "./card-list.tsx";
import { DeleteCardDialog } from "./delete-card-dialog.tsx";

const AddCardForm = lazy(async () => ({
  default: (await import("../../shared/billing/add-card-form.tsx")).AddCardForm,
}));

interface CardsEditorProps {
  customerId: string;
  cards: readonly PaymentMethod[];
  onDone: () => void;
}

/** Adds and deletes cards, and selects the default one. */
export function CardsEditor({ customerId, cards, onDone }: CardsEditorProps) {
  const queries = useQueryClient();
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<PaymentMethod | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const choosing = useSubmit(async (method: PaymentMethod) => {
    setChosen(method.id);
    const params = { id: customerId, payment_method: method.id };
    await call(api, "makeDefaultPaymentMethod", { params, idempotencyKey: crypto.randomUUID() });
    await refresh(words.defaultChanged);
  });

  async function refresh(said: string) {
    await queries.invalidateQueries({ queryKey: ["billing"] });
    announce(said);
  }

  return (
    <>
      <FailureNotice failure={choosing.failure} />
      <CardList
        cards={cards}
        actions={(method) => (
          <>
            {!method.is_default && (
              <Button small busy={choosing.busy && chosen === method.id} onClick={() => choosing.submit(method)}>
                {words.makeDefault}
              </Button>
            )}
            <Button small onClick={() => setLeaving(method)}>
              {words.remove}
            </Button>
          </>
        )}
      />
      {adding ? (
        <Suspense fallback={<Progress label={common.loading} />}>
          <AddCardForm
            customerId={customerId}
            onCancel={() => setAdding(false)}
            onAdded={async () => {
              await refresh(words.added);
              setAdding(false);
            }}
          />
        </Suspense>
      ) : (
        <Actions>
          <Button onClick={onDone}>{common.done}</Button>
          <Button look="primary" onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        </Actions>
      )}
      {leaving && (
        <DeleteCardDialog
          customerId={customerId}
          method={leaving}
          onClose={() => setLeaving(null)}
          onDeleted={async () => {
            await refresh(words.removed);
            setLeaving(null);
          }}
        />
      )}
    </>
  );
}
