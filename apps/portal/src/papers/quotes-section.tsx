import { call } from "@foyer/api-client/client";
import type { OwnPaperQuote } from "@foyer/contract/paper-quotes";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { cents, formatMoney } from "@foyer/domain/money";
import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { Tag, type TagKind } from "@foyer/ui/tag";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { words } from "#words/papers";
import { quotesQuery } from "../shared/papers/reference-queries.ts";
import { Loaded } from "../shared/screens/loaded.tsx";
import { mutedClass } from "../shared/screens/panel.tsx";
import { api } from "../shared/requests/api.ts";
import { SubmitDialog } from "../shared/forms/submit-dialog.tsx";
import { useSubmit } from "../shared/forms/use-submit.ts";
import styles from "./papers.module.css";

const columns = words.columns;

/** The customer's quotes, which can be opened and withdrawn (DOC-11). */
export function QuotesSection({ customerId }: { customerId: string }) {
  const quotes = useQuery(quotesQuery(customerId));
  const [leaving, setLeaving] = useState<OwnPaperQuote | null>(null);
  return (
    <Section title={words.quotes}>
      <Loaded query={quotes} failed={words.quoteFailed} lines={[1, 0.8]}>
        {(list) =>
          list.length === 0 ? (
            <p className={mutedClass}>{words.noQuotes}</p>
          ) : (
            <Table
              caption={words.quotes}
              head={[words.quote, columns.about, words.validUntil, columns.total, columns.status, columns.document]}
            >
              {list.map((quote) => (
                <QuoteRow key={quote.quote} quote={quote} onWithdraw={() => setLeaving(quote)} />
              ))}
            </Table>
          )
        }
      </Loaded>
      {leaving && <WithdrawDialog customerId={customerId} quote={leaving} onClose={() => setLeaving(null)} />}
    </Section>
  );
}

const kinds: Readonly<Record<OwnPaperQuote["state"], TagKind>> = {
  open: "info",
  accepted: "success",
  expired: "neutral",
  outdated: "neutral",
  withdrawn: "neutral",
};

/** The service masks the link in a staff member's view. */
const HIDDEN = "hidden";

function QuoteRow({ quote, onWithdraw }: { quote: OwnPaperQuote; onWithdraw: () => void }) {
  const { number, kind, product, seats, state, total, currency, reference } = quote;
  return (
    <tr>
      <Cell label={words.quote}>{number}</Cell>
      <Cell label={columns.about}>
        <div className={styles.lines}>
          <span>{product}</span>
          <span className={styles.small}>
            {kind === "purchase" ? words.seatCount(seats.to) : words.seats(seats.from, seats.to)}
          </span>
        </div>
      </Cell>
      <Cell label={words.validUntil}>{formatDate(fromUnixSeconds(quote.expires_at))}</Cell>
      <Cell label={columns.total}>{formatMoney(cents(total), currency)}</Cell>
      <Cell label={columns.status}>
        <Tag kind={kinds[state]}>{words.states[state]}</Tag>
      </Cell>
      <Cell label={columns.document}>
        <div className={styles.actions}>
          {reference !== HIDDEN && (
            <a href={`/quote?token=${reference}`} aria-label={words.openQuoteOf(number)}>
              {words.openQuote}
            </a>
          )}
          {state === "open" && (
            <Button small look="quiet" aria-label={words.withdrawOf(number)} onClick={onWithdraw}>
              {words.withdraw}
            </Button>
          )}
        </div>
      </Cell>
    </tr>
  );
}

interface WithdrawDialogProps {
  customerId: string;
  quote: OwnPaperQuote;
  onClose: () => void;
}

function WithdrawDialog({ customerId, quote: { quote, number }, onClose }: WithdrawDialogProps) {
  const client = useQueryClient();
  const withdrawing = useSubmit(async () => {
    await call(api, "withdrawPaperQuote", { params: { id: customerId, quote } });
    await client.invalidateQueries({ queryKey: quotesQuery(customerId).queryKey });
    announce(words.withdrawn(number));
    onClose();
  });
  return (
    <SubmitDialog
      sending={withdrawing}
      title={words.withdrawTitle(number)}
      description={words.withdrawHelp}
      submit={words.withdraw}
      cancel={words.cancel}
      danger
      onClose={onClose}
    />
  );
}
