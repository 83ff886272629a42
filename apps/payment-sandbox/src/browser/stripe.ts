import {
  confirmWithCard,
  confirmWithElements,
  continueIntent,
  createMethod,
  retrieveIntent,
  type CardData,
  type ConfirmOptions,
  type Result,
} from "./confirmations.ts";
import { StandInElements } from "./elements.ts";

type HandleActions = { handleActions?: boolean };

function kindOf(secret: string): "setup_intents" | "payment_intents" {
  return secret.startsWith("seti_") ? "setup_intents" : "payment_intents";
}

async function notHere(what: string): Promise<Result> {
  return { error: { type: "invalid_request_error", message: `The payment sandbox's script has no ${what}.` } };
}

function standIn(key: string) {
  if (!key.startsWith("pk_test_")) throw new Error("The payment sandbox's script takes test keys alone.");
  return {
    elements: (options?: { clientSecret?: string }) => new StandInElements(options),
    createToken: () => notHere("createToken"),
    createSource: () => notHere("createSource"),
    createPaymentMethod: (options: Parameters<typeof createMethod>[1]) => createMethod(key, options),
    confirmCardSetup: (secret: string, data?: CardData, options?: HandleActions) =>
      confirmWithCard(key, "setup_intents", secret, data, options),
    confirmCardPayment: (secret: string, data?: CardData, options?: HandleActions) =>
      confirmWithCard(key, "payment_intents", secret, data, options),
    confirmSetup: (options: ConfirmOptions) => confirmWithElements(key, "setup_intents", options),
    confirmPayment: (options: ConfirmOptions) => confirmWithElements(key, "payment_intents", options),
    handleNextAction: ({ clientSecret }: { clientSecret: string }) =>
      continueIntent(key, kindOf(clientSecret), clientSecret),
    handleCardAction: (secret: string) => continueIntent(key, "payment_intents", secret),
    retrieveSetupIntent: (secret: string) => retrieveIntent(key, "setup_intents", secret),
    retrievePaymentIntent: (secret: string) => retrieveIntent(key, "payment_intents", secret),
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
