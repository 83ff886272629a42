import type { PaymentGateway } from "./payment-gateway.ts";
import type { StripeCaller } from "./stripe-call.ts";
import { readCustomer, readPlan } from "./stripe-reading.ts";

type CustomerCalls = Pick<
  PaymentGateway,
  "plans" | "customer" | "customersByEmail" | "createCustomer" | "updateCustomer"
>;

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
  };
}
