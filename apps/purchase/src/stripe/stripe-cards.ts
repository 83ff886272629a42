import type { PaymentGateway } from "./payment-gateway.ts";
import type { StripeCaller } from "./stripe-call.ts";
import { idOf, readCard } from "./stripe-reading.ts";

export function stripeCards({ stripe, call, read, find }: StripeCaller) {
  return {
    createSetupIntent: (customer, key) =>
      call(async () => {
        const intent = await stripe.setupIntents.create(
          { customer, usage: "off_session", allowed_payment_method_types: ["card"] },
          { idempotencyKey: key },
        );
        return { id: intent.id, clientSecret: intent.client_secret ?? "" };
      }),
    cardSetup: (id) =>
      find(async () => {
        const { customer, status, ...setup } = await stripe.setupIntents.retrieve(id);
        const cardId = status === "succeeded" ? idOf(setup.payment_method) : null;
        return { customerId: idOf(customer), status, cardId, isRefused: setup.last_setup_error !== null };
      }),
    cards: (customer) =>
      read(async () => {
        const { data } = await stripe.paymentMethods.list({ customer, type: "card", limit: 100 });
        return data.flatMap((method) => readCard(method) ?? []);
      }),
    card: (id) => find(async () => readCard(await stripe.paymentMethods.retrieve(id))),
    detachCard: (id, key) =>
      call(async () => {
        const card = readCard(await stripe.paymentMethods.detach(id, {}, { idempotencyKey: key }));
        if (!card) throw new Error(`payment method ${id} is no card`);
        return card;
      }),
  } satisfies Partial<PaymentGateway>;
}
