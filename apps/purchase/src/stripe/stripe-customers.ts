import type { PaymentGateway, ProviderCard } from "./payment-gateway.ts";
import type { StripeCaller } from "./stripe-call.ts";
import { readCard, readCustomer, readPlan } from "./stripe-reading.ts";

type CustomerCalls = Pick<
  PaymentGateway,
  | "plans"
  | "customer"
  | "customersByEmail"
  | "createCustomer"
  | "updateCustomer"
  | "createSetupIntent"
  | "cards"
  | "card"
  | "detachCard"
>;

function isCard(card: ProviderCard | null): card is ProviderCard {
  return card !== null;
}

export function stripeCustomers({ stripe, call, find }: StripeCaller): CustomerCalls {
  return {
    plans: () =>
      call(async () => {
        const { data } = await stripe.plans.list({ active: true, limit: 100 });
        return data.flatMap((plan) => readPlan(plan) ?? []);
      }),
    customer: (id) =>
      find(async () => {
        const customer = await stripe.customers.retrieve(id);
        return customer.deleted ? null : readCustomer(customer);
      }),
    customersByEmail: (email) =>
      call(async () => (await stripe.customers.list({ email, limit: 100 })).data.map(readCustomer)),
    createCustomer: ({ email, omniId, username }, key) =>
      call(async () =>
        readCustomer(
          await stripe.customers.create(
            { email, metadata: { omni_id: omniId, omni_username: username } },
            { idempotencyKey: key },
          ),
        ),
      ),
    updateCustomer: (id, { defaultPaymentMethod, ...change }, key) =>
      call(async () =>
        readCustomer(
          await stripe.customers.update(
            id,
            {
              ...change,
              ...(defaultPaymentMethod ? { invoice_settings: { default_payment_method: defaultPaymentMethod } } : {}),
            },
            { idempotencyKey: key },
          ),
        ),
      ),
    createSetupIntent: (customer, key) =>
      call(async () => {
        const intent = await stripe.setupIntents.create(
          { customer, usage: "off_session", allowed_payment_method_types: ["card"] },
          { idempotencyKey: key },
        );
        return { id: intent.id, clientSecret: intent.client_secret ?? "" };
      }),
    cards: (customer) =>
      call(async () => {
        const { data } = await stripe.paymentMethods.list({ customer, type: "card", limit: 100 });
        return data.map(readCard).filter(isCard);
      }),
    card: (id) => find(async () => readCard(await stripe.paymentMethods.retrieve(id))),
    detachCard: (id, key) =>
      call(async () => {
        const card = readCard(await stripe.paymentMethods.detach(id, {}, { idempotencyKey: key }));
        if (!card) throw new Error(`payment method ${id} is no card`);
        return card;
      }),
  };
}
