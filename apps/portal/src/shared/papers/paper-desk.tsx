import { call } from "@foyer/api-client/client";
import type { OwnPaperQuote } from "@foyer/contract/paper-quotes";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { words } from "#words/paper-desk";
import { FailureNotice } from "../screens/failure-notice.tsx";
import { api } from "../requests/api.ts";
import { mutedClass } from "../screens/panel.tsx";
import { useSubmit } from "../forms/use-submit.ts";
import styles from "./paper-desk.module.css";
import { ReferenceLine } from "./reference-line.tsx";
import { quotesQuery, referencesQuery } from "./reference-queries.ts";

interface PaperDeskProps {
  customerId: string;
  subscription: string;
  /** The change that is being looked at. It is charged at once. */
  change: { readonly plan: string; readonly quantity: number };
}

/** Below a change: the reference on its invoice (DOC-04), and the change as a quote for somebody else to accept (DOC-11). */
export function PaperDesk({ customerId, subscription, change }: PaperDeskProps) {
  return (
    <div className={styles.desk}>
      <Reference customerId={customerId} subscription={subscription} />
      <AsQuote key={`${change.plan} ${change.quantity}`} {...{ customerId, subscription, change }} />
    </div>
  );
}

function Reference({ customerId, subscription }: Omit<PaperDeskProps, "change">) {
  const client = useQueryClient();
  const query = referencesQuery(customerId);
  const { data: references } = useQuery(query);
  // Without an answer the change can be made all the same.
  if (!references) return null;
  const own = references.subscriptions.find(({ id }) => id === subscription)?.reference;
  async function save(reference: string) {
    const params = { id: customerId, subscription };
    const saved = await call(api, "saveSubscriptionReference", { params, body: { reference } });
    client.setQueryData(query.queryKey, saved.references);
  }
  return <ReferenceLine inForce={own ?? references.reference} isRequired={references.required} onSave={save} />;
}

function AsQuote({ customerId, subscription, change }: PaperDeskProps) {
  const body = { subscription, plan: change.plan, quantity: change.quantity };
  const params = { id: customerId };
  return (
    <MakeQuote
      customerId={customerId}
      label={words.asQuote}
      make={async () => (await call(api, "createPaperQuote", { params, body })).quote}
    />
  );
}

interface MakeQuoteProps {
  customerId: string;
  label: string;
  make: () => Promise<OwnPaperQuote>;
}

/** The button that puts an amount on paper, and then the link to the quote (DOC-11). */
export function MakeQuote({ customerId, label, make }: MakeQuoteProps) {
  const client = useQueryClient();
  const [quote, setQuote] = useState<OwnPaperQuote | null>(null);
  const making = useSubmit(async () => {
    const made = await make();
    setQuote(made);
    void client.invalidateQueries({ queryKey: quotesQuery(customerId).queryKey });
    announce(words.made(made.number));
  });
  if (quote) {
    return (
      <p>
        {words.validUntil(quote.number, formatDate(fromUnixSeconds(quote.expires_at)))}{" "}
        <a href={`/quote?token=${quote.reference}`} target="_blank" rel="noreferrer">
          {words.open}
        </a>
      </p>
    );
  }
  return (
    <>
      <p className={styles.line}>
        <span className={mutedClass}>{words.forSomebody}</span>
        <Button small busy={making.busy} onClick={() => making.submit()}>
          {label}
        </Button>
      </p>
      <FailureNotice failure={making.failure} />
    </>
  );
}
