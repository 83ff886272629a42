import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Button, buttonClass } from "@foyer/ui/button";
import { words } from "#words/buy";
import { part } from "../shared/screens/part.tsx";
import { queryClient } from "../shared/requests/query-client.ts";
import { noteNavigation, Screen } from "../shared/screens/screen.tsx";
import { takeServedBuying } from "../shared/served/served-buying.ts";
import { useSession } from "../shared/session/session.ts";
import { WaitingScreen } from "../shared/screens/waiting-screen.tsx";
import { type Choice, keepChoice, keptChoice, linkedChoice, seatsOf } from "./choice.ts";
import { ChooseStep } from "./choose-step.tsx";
import type { SeatQuestion } from "./use-leaving-seats.tsx";
import { Link } from "../shared/screens/router.tsx";
import { formClass, Panel } from "../shared/screens/panel.tsx";
import { returnTo } from "../shared/storage/return-page.ts";
import { Chosen } from "./chosen.tsx";

// Loaded after the first view, which is served.
const { Part: CheckoutStep, fetch: fetchCheckoutStep } = part(
  async () => (await import("./checkout-step.tsx")).CheckoutStep,
);
const { Part: TrialStep } = part(async () => (await import("./trial-step.tsx")).TrialStep);

interface BuyScreenProps {
  /** The sign-in form, with what is shown above it. */
  signIn: (above: ReactNode) => ReactNode;
  chooseSeats: (question: SeatQuestion) => ReactNode;
}

/** Buying: plan and seats, the account, review and payment, and what comes next (BUY-01 to BUY-09). */
export function BuyScreen(props: BuyScreenProps) {
  // After the form's values are taken over, so that a pressed button uses them.
  useEffect(() => void setTimeout(takeServedBuying), []);
  useEffect(() => {
    // A file that fails to load is requested again by the step that needs it.
    fetchCheckoutStep().catch(() => null);
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <Buying {...props} />
    </QueryClientProvider>
  );
}

function Buying({ signIn, chooseSeats }: BuyScreenProps) {
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
  const back = () => goOn({ isConfirmed: false, checkout: null, trial: null });
  if (!signedIn) return <AccountStep choice={choice} signIn={signIn} onBack={back} />;
  return (
    <Suspense fallback={<WaitingScreen title={words.pageTitle} />}>
      {choice.trial !== null ? (
        <TrialStep product={choice.trial} seats={seatsOf(choice) ?? 1} onBuy={back} onLeave={forgetChoice} />
      ) : (
        <CheckoutStep
          choice={choice}
          chooseSeats={chooseSeats}
          onChange={(next) => change({ ...choice, ...next })}
          onBack={back}
          onBought={forgetChoice}
        />
      )}
    </Suspense>
  );
}

const forgetChoice = () => keepChoice(null);

/** The choice, stored for a reload, a sign-up and other tabs. A link with a choice replaces it. */
function useChoice(): [Choice, (choice: Choice) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [first] = useState(() => linkedChoice(search) ?? keptChoice());
  const [choice, setChoice] = useState(first);
  function change(next: Choice) {
    setChoice(next);
    const isEmpty = [next.plan, next.license, next.coupon, next.trial].every((part) => part === null);
    keepChoice(isEmpty ? null : next);
  }
  // After the first change, the stored choice is used, also after a reload.
  useEffect(() => {
    if (choice !== first && search !== "") void navigate("/buy", { replace: true });
  }, [choice, first, search, navigate]);
  return [choice, change];
}

interface AccountStepProps {
  choice: Choice;
  signIn: (above: ReactNode) => ReactNode;
  onBack: () => void;
}

/** Asks a signed-out person to create an account or sign in; the choice is kept (BUY-03). */
function AccountStep({ choice, signIn, onBack }: AccountStepProps) {
  const [isKnown, setKnown] = useState(false);
  const chosen = <Chosen choice={choice} onBack={onBack} />;
  if (isKnown) return signIn(chosen);
  return (
    <Screen title={words.pageTitle} heading={words.accountHeading} width="card">
      {chosen}
      <Panel>
        <div className={formClass}>
          <p>{words.accountText}</p>
          <Link
            to="/register"
            className={buttonClass({ look: "primary", wide: true })}
            state={{ invited: choice.email ?? "" }}
            onClick={() => returnTo("/buy")}
          >
            {words.create}
          </Link>
          <Button
            wide
            onClick={() => {
              noteNavigation();
              // A person who signs up from there comes back here too.
              returnTo("/buy");
              setKnown(true);
            }}
          >
            {words.haveAccount}
          </Button>
        </div>
      </Panel>
    </Screen>
  );
}
