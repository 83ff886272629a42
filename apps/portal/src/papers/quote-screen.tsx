import { call } from "@foyer/api-client/client";
import type { PaperQuote } from "@foyer/contract/paper-quotes";
import { buttonClass } from "@foyer/ui/button";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { words } from "#words/papers";
import { words as screens } from "#words/screens";
import { Link } from "../shared/screens/router.tsx";
import { refusalOf } from "../shared/failures/refusal-of.ts";
import { Loaded } from "../shared/screens/loaded.tsx";
import { api } from "../shared/requests/api.ts";
import { Screen } from "../shared/screens/screen.tsx";
import { useSession } from "../shared/session/session.ts";
import { AcceptQuote } from "./accept-quote.tsx";
import { QuotePaper } from "./quote-paper.tsx";

function quoteQuery(reference: string) {
  return queryOptions({
    queryKey: ["quote", reference],
    queryFn: async () => (await call(api, "readPaperQuote", { params: { reference } })).quote,
  });
}

/** A quote by its link: anybody sees it, and the account that pays accepts it (DOC-11). */
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
