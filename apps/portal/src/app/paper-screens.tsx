import { QueryClientProvider } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { BillingLinkScreen } from "../papers/billing-link-screen.tsx";
import { PapersScreen } from "../papers/papers-screen.tsx";
import { QuoteScreen } from "../papers/quote-screen.tsx";
import { queryClient } from "../shared/requests/query-client.ts";
import { useSession } from "../shared/session/session.ts";
import { SignInScreen } from "../sign-in/sign-in-screen.tsx";

type Kind = "papers" | "quote" | "link";

/** The screens about papers. A quote and the page of a billing contact need no session. */
export function PaperScreens({ kind }: { kind: Kind }) {
  return <QueryClientProvider client={queryClient}>{screenOf(kind)}</QueryClientProvider>;
}

function screenOf(kind: Kind) {
  switch (kind) {
    case "papers":
      return <Papers />;
    case "quote":
      return <Quote />;
    case "link":
      return <BillingLinkScreen />;
  }
}

/** The papers, after signing in at the same address. */
function Papers() {
  const { signedIn } = useSession();
  return signedIn ? <PapersScreen /> : <SignInScreen reason="main" />;
}

const ACCEPT = "accept";

/** A quote; for a signed-out person who wants to accept it, the sign-in form at the same address. */
function Quote() {
  const { signedIn } = useSession();
  const { search } = useLocation();
  const asked = new URLSearchParams(search);
  if (!signedIn && asked.has(ACCEPT)) return <SignInScreen reason="main" />;
  asked.set(ACCEPT, "1");
  return <QuoteScreen signIn={`/quote?${asked.toString()}`} />;
}
