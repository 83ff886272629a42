import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { queryClient } from "../shared/query-client.ts";
import { noteNavigation } from "../shared/screen.tsx";
import { useSession } from "../shared/session.ts";
import { AccountStep } from "./account-step.tsx";
import { CheckoutStep } from "./checkout-step.tsx";
import { type Choice, keepChoice, keptChoice, linkedChoice } from "./choice.ts";
import { ChooseStep } from "./choose-step.tsx";
import { QuoteStep } from "./quote-step.tsx";

interface BuyScreenProps {
  /** The sign-in form, with what is shown above it. */
  signIn: (above: ReactNode) => ReactNode;
}

/** Buying: plan and seats, the account, review and payment, and what comes next (BUY-01 to BUY-09). */
export function BuyScreen({ signIn }: BuyScreenProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Buying signIn={signIn} />
    </QueryClientProvider>
  );
}

function Buying({ signIn }: BuyScreenProps) {
  const { signedIn } = useSession();
  const [choice, change] = useChoice();
  const goOn = (next: Partial<Choice>) => {
    noteNavigation();
    change({ ...choice, ...next });
  };
  if (!choice.isConfirmed) {
    return (
      <ChooseStep
        choice={choice}
        isSignedIn={signedIn}
        onChange={(next) => change({ ...choice, ...next })}
        onConfirm={(chosen) => goOn({ ...chosen, isConfirmed: true, checkout: null })}
      />
    );
  }
  const back = () => goOn({ isConfirmed: false, checkout: null });
  if (!signedIn) return <AccountStep choice={choice} signIn={signIn} onBack={back} />;
  if (choice.checkout === null) {
    return <QuoteStep choice={choice} onQuoted={(checkout) => change({ ...choice, checkout })} onBack={back} />;
  }
  return (
    <CheckoutStep
      id={choice.checkout}
      choice={choice}
      onQuoted={(quoted) => change({ ...choice, ...quoted })}
      onBack={back}
      onOver={() => change({ ...choice, checkout: null })}
      onBought={forgetChoice}
    />
  );
}

const forgetChoice = () => keepChoice(null);

/** The choice, kept for a reload, a sign-up and other tabs. A link that names one replaces it. */
function useChoice(): [Choice, (choice: Choice) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [choice, setChoice] = useState(() => linkedChoice(search) ?? keptChoice());
  function change(next: Choice) {
    setChoice(next);
    keepChoice(next.plan === null && next.license === null ? null : next);
    // From now on the kept choice counts, also after a reload.
    if (search !== "") void navigate("/buy", { replace: true });
  }
  return [choice, change];
}
