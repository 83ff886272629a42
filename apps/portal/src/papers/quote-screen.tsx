import { call, urlOf } from "@foyer/api-client/client";
import type { PaperQuote } from "@foyer/contract/paper-quotes";
import { buttonClass } from "@foyer/ui/button";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { cents } from "@foyer/domain/money";
import { Notice } from "@foyer/ui/notice";
import { Fact, Facts, Section } from "@foyer/ui/section";
import type { ReactNode } from "react";
import { words } from "#words/papers";
import { words as screens } from "#words/screens";
import { Link } from "../shared/screens/router.tsx";
import { refusalOf } from "../shared/failures/refusal-of.ts";
import { Loaded } from "../shared/screens/loaded.tsx";
import { api } from "../shared/requests/api.ts";
import { Screen } from "../shared/screens/screen.tsx";
import { useSession } from "../shared/session/session.ts";
import { AcceptQuote } from "./accept-quote.tsx";
import { countryName } from "../shared/billing/countries.ts";
import { mutedClass } from "../shared/screens/panel.tsx";
import { brand } from "../shared/settings/settings.ts";
import { type AmountRow, Amounts } from "../shared/money/amounts.tsx";
import styles from "./papers.module.css";

function quoteQuery(reference: string) {
  return queryOptions({
    queryKey: ["quote", reference],
    queryFn: async () => (await call(api, "readPaperQuote", { params: { reference } })).quote,
  });
}

/** A quote by its link. Everybody with the link sees it, and the paying account can accept it (DOC-11). */
export function QuoteScreen({ signIn }: { signIn: string }) {
  const reference = new URLSearchParams(useLocation().search).get("token");
  return reference ? <Quote reference={reference} signIn={signIn} /> : <Missing />;
}

function Quote({ reference, signIn }: { reference: string; signIn: string }) {
  const quote = useQuery(quoteQuery(reference));
  const { signedIn } = useSession();
  if (refusalOf(quote.error) === "object.not_found") return <Missing />;
  return (
    <Screen
      title={words.quoteTitle}
      heading={quote.data ? words.quoteHeading(quote.data.number) : words.quoteTitle}
      width="text"
    >
      <Loaded query={quote} failed={words.quoteFailed} lines={[0.6, 1, 1, 0.4]}>
        {(found: PaperQuote) => (
          <QuotePaper quote={found}>
            {found.state === "open" && !signedIn && (
              <p>
                <Link to={signIn} className={buttonClass({ look: "primary" })}>
                  {words.signInToAccept}
                </Link>
              </p>
            )}
            {signedIn && <AcceptQuote quote={found} onEnd={() => void quote.refetch()} />}
          </QuotePaper>
        )}
      </Loaded>
    </Screen>
  );
}

function Missing() {
  return (
    <Screen title={words.quoteTitle} heading={words.quoteMissing} width="text">
      <p role="status">{words.quoteMissingHelp}</p>
      <p>
        <Link to="/">{screens.backToAccounts}</Link>
      </p>
    </Screen>
  );
}

/** The content of a quote, like its PDF. */
function QuotePaper({ quote, children }: { quote: PaperQuote; children: ReactNode }) {
  const { product, seats, state, created, expires_at: expires, reference, invoice_reference: ofInvoice } = quote;
  const { name, address, taxId } = brand.seller;
  const isPurchase = quote.kind === "purchase";
  const at = fromUnixSeconds(expires);
  return (
    <div className={styles.paper}>
      {state !== "open" && (
        <Notice kind={state === "accepted" ? "success" : "warning"} announced={false}>
          {words.quoteDead[state]}
        </Notice>
      )}
      <Section title={isPurchase ? words.purchaseOf(product, seats.to) : words.quoteOf(product, seats.from, seats.to)}>
        <Facts>
          <Fact name={words.quotedOn}>{formatDate(fromUnixSeconds(created))}</Fact>
          <Fact name={words.validUntil}>{`${formatDate(at)}, ${at.toISOString().slice(11, 16)} UTC`}</Fact>
          {ofInvoice !== "" && <Fact name={words.referenceField}>{ofInvoice}</Fact>}
        </Facts>
        <div className={styles.parties}>
          <Party name={words.seller} lines={[name, ...address, ...(taxId === null ? [] : [words.taxId(taxId)])]} />
          <Party name={words.buyer} lines={buyerLines(quote)} />
        </div>
        <Amounts rows={rowsOf(quote)} currency={quote.currency} />
        {quote.reverse_charge && <p>{words.reverseCharge}</p>}
        {children}
        <p>
          <a
            href={urlOf(api, "downloadPaperQuote", { params: { reference } })}
            className={buttonClass({ small: true })}
          >
            {words.downloadPdf}
          </a>
        </p>
        <p className={mutedClass}>{words.quoteOpen}</p>
      </Section>
    </div>
  );
}

function buyerLines({ buyer: { name, address, tax_ids: taxIds } }: PaperQuote): string[] {
  const { line1, line2, city, state, postal_code: code, country } = address;
  const town = [code, city, state].filter((part) => part !== "").join(" ");
  const ids = taxIds.map(({ value }) => words.taxId(value));
  const lines = [name, line1, line2, town, countryName(country), ...ids].filter((line) => line !== "");
  return lines.length > 0 ? lines : [words.noBuyer];
}

function Party({ name, lines }: { name: string; lines: readonly string[] }) {
  return (
    <div className={styles.lines}>
      <span className={styles.small}>{name}</span>
      <address>
        {lines.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </address>
    </div>
  );
}

/** Returns the lines and their total. */
function rowsOf(quote: PaperQuote): readonly AmountRow[] {
  const { lines, subtotal, tax, tax_included: included = 0, tax_rates: rates = [], total } = quote;
  const [rate] = rates;
  const name = rates.length === 1 && rate ? words.taxRate(rate.display_name, rate.percentage) : words.tax;
  const credit = total - subtotal - (tax - included);
  return [
    ...lines.map(({ text, amount }) => ({ label: text, amount: cents(amount) })),
    { label: words.subtotal, amount: cents(subtotal) },
    { label: included === 0 ? name : words.taxIncluded(name), amount: cents(tax) },
    ...(credit === 0 ? [] : [{ label: credit > 0 ? words.owedBefore : words.credit, amount: cents(credit) }]),
    { label: words.total, amount: cents(total), look: "total" },
  ];
}
