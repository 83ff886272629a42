import type Stripe from "stripe";
import { newId, randomText } from "./id.ts";
import type { Stored } from "./wire.ts";

export type SetupIntent = Stored<Stripe.SetupIntent, "client_secret">;

export function newSetupIntent(created: number, given: Partial<SetupIntent>): SetupIntent {
  const id = newId("seti");
  return {
    id,
    object: "setup_intent",
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText()}`,
    created,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    single_use_mandate: null,
    status: "requires_payment_method",
    usage: "off_session",
    ...given,
  };
}

/** The `next_action` of an intent that waits for the card holder, with the address to which the stand-in's dialog posts. */
export function authenticationWanted(origin: string, intentId: string) {
  return {
    type: "use_stripe_sdk",
    use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: `${origin}/sandbox/3ds/${intentId}` },
  };
}
