import type Stripe from "stripe";
import type { PaymentGateway, ProviderCustomer } from "./payment-gateway.ts";
import { ProviderFailure } from "./provider-failure.ts";
import type { StripeCaller } from "./stripe-call.ts";
import { idOf, readCard, readCustomer, readTaxId } from "./stripe-reading.ts";

type CustomerChange = Parameters<PaymentGateway["updateCustomer"]>[1];

function updateOf({ defaultPaymentMethod, taxExempt, customFields, ...change }: CustomerChange) {
  const settings: Stripe.CustomerUpdateParams.InvoiceSettings = {
    ...(defaultPaymentMethod ? { default_payment_method: defaultPaymentMethod } : {}),
    ...(customFields
      ? { custom_fields: customFields.length > 0 ? customFields.map((field) => ({ ...field })) : "" }
      : {}),
  };
  return {
    ...change,
    ...(taxExempt ? { tax_exempt: taxExempt } : {}),
    ...(Object.keys(settings).length > 0 ? { invoice_settings: settings } : {}),
  };
}

export function stripeCustomers({ stripe, call, read, find }: StripeCaller) {
  return {
    customer: (id) =>
      find(async () => {
        const customer = await stripe.customers.retrieve(id);
        return customer.deleted ? null : readCustomer(customer);
      }),
    isCustomerDeleted: async (id) => (await find(() => stripe.customers.retrieve(id)))?.deleted ?? false,
    customersByEmail: (email) =>
      read(async () => (await stripe.customers.list({ email, limit: 100 })).data.map(readCustomer)),
    createCustomer: ({ email, omniId, username }, key) =>
      call(async () =>
        readCustomer(
          await stripe.customers.create(
            { email, metadata: { omni_id: omniId, omni_username: username } },
            { idempotencyKey: key },
          ),
        ),
      ),
    eraseCustomer: (customer, key) => call(() => eraseCustomer(stripe, customer, key)),
    updateCustomer: (id, change, key) =>
      call(async () => readCustomer(await stripe.customers.update(id, updateOf(change), { idempotencyKey: key }))),
    allCustomers: ({ limit, startingAfter }) =>
      read(async () => {
        const page = await stripe.customers.list({
          limit,
          ...(startingAfter === undefined ? {} : { starting_after: startingAfter }),
        });
        return { items: page.data.map(readCustomer), hasMore: page.has_more };
      }),
    taxIds: (customerId) =>
      read(async () => {
        const { data } = await stripe.customers.listTaxIds(customerId, { limit: 100 });
        return data.toReversed().map(readTaxId);
      }),
    createTaxId: (customerId, { kind, value }, key) =>
      call(async () =>
        readTaxId(await stripe.customers.createTaxId(customerId, { type: kind, value }, { idempotencyKey: key })),
      ),
    deleteTaxId: (customerId, id, key) =>
      unlessMissing(call(() => stripe.customers.deleteTaxId(customerId, id, undefined, { idempotencyKey: key }))),
  } satisfies Partial<PaymentGateway>;
}

/** Ignores a missing object, because it needs no deletion. */
async function unlessMissing(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ProviderFailure && error.kind === "missing")) throw error;
  }
}

/** An empty text removes a field. The account's id stays, because it names no one. */
async function eraseCustomer(
  stripe: StripeCaller["stripe"],
  { id, metadata }: ProviderCustomer,
  idempotencyKey: string,
): Promise<void> {
  for (const taxId of (await stripe.customers.listTaxIds(id, { limit: 100 })).data) {
    await stripe.customers.deleteTaxId(id, taxId.id);
  }
  const forgotten = Object.keys(metadata).filter((name) => name !== "omni_id");
  const nothing = { email: "", name: "", phone: "", description: "", address: "", shipping: "" } as const;
  await stripe.customers.update(
    id,
    {
      ...nothing,
      invoice_settings: { custom_fields: "" },
      metadata: Object.fromEntries(forgotten.map((name) => [name, ""])),
    },
    { idempotencyKey },
  );
}

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
