import { ApiError } from "@foyer/api-client/errors";
import type { Checkout } from "@foyer/contract/checkout";
import { Progress } from "@foyer/ui/spinner";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { words } from "#words/buy";
import { Loaded } from "../shared/loaded.tsx";
import { Screen } from "../shared/screen.tsx";
import { Bought } from "./bought.tsx";
import { checkoutQuery } from "./queries.ts";
import { ReviewStep } from "./review-step.tsx";
import { WaitingStep } from "./waiting-step.tsx";

interface CheckoutStepProps {
  id: string;
  /** Where the buyer came from, as the link said. */
  back: string | null;
  onBack: () => void;
  /** The quote can no longer be paid; a new one is needed. */
  onOver: () => void;
  /** The purchase is done, so nothing of it needs to be kept. */
  onBought: () => void;
}

/** A quote, by what has become of it. */
export function CheckoutStep({ id, back, onBack, onOver, onBought }: CheckoutStepProps) {
  const checkout = useQuery(checkoutQuery(id));
  const isGone =
    checkout.data?.state === "over" || (checkout.error instanceof ApiError && checkout.error.status === 404);
  useEffect(() => {
    if (isGone) onOver();
  }, [isGone, onOver]);
  if (checkout.data?.state === "paid") return <Bought checkout={checkout.data} back={back} onLeave={onBought} />;
  return (
    <Screen title={words.pageTitle} heading={words.reviewHeading} width="text">
      <Loaded query={checkout} failed={words.quoteFailed} lines={[0.9, 0.9, 0.6]}>
        {(known) => <Step checkout={known} onBack={onBack} onOver={onOver} />}
      </Loaded>
    </Screen>
  );
}

function Step({ checkout, onBack, onOver }: Pick<CheckoutStepProps, "onBack" | "onOver"> & { checkout: Checkout }) {
  switch (checkout.state) {
    case "waiting":
      return <WaitingStep checkout={checkout} />;
    case "open":
    case "failed":
      return <ReviewStep checkout={checkout} onBack={onBack} onOver={onOver} />;
    default:
      return (
        <div>
          <Progress label={words.working} />
          <p>{words.working}</p>
        </div>
      );
  }
}
