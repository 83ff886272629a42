import { confirmWithCard, type CardData, type Result } from "./confirmations.ts";
import { StandInElements } from "./elements.ts";

async function notHere(): Promise<Result> {
  return {
    error: { type: "invalid_request_error", message: "The payment sandbox's script does not model this call." },
  };
}

function standIn(key: string) {
  if (!key.startsWith("pk_test_")) throw new Error("The payment sandbox's script takes test keys alone.");
  return {
    elements: () => new StandInElements(),
    confirmCardSetup: (secret: string, data?: CardData) => confirmWithCard(key, "setup_intents", secret, data),
    confirmCardPayment: (secret: string, data?: CardData) => confirmWithCard(key, "payment_intents", secret, data),
    // The React bindings accept only an object that has these functions.
    createToken: notHere,
    createPaymentMethod: notHere,
    _registerWrapper: () => undefined,
    registerAppInfo: () => undefined,
  };
}

/** Callable with and without `new`, as the provider's own is. */
function Stripe(key: string) {
  return standIn(key);
}
Stripe.version = "endive";

Object.assign(window, { Stripe });
