import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { paymentMethod } from "./subscription-wire.ts";
import { id } from "./wire-values.ts";

const params = z.object({ id });
const ofMethod = z.object({ id, payment_method: id });

export const listPaymentMethods = endpoint("listPaymentMethods", {
  requirement: "PUR-06",
  access: "customer",
  summary: "List the saved cards",
  params,
  reply: z.object({ payment_methods: z.array(paymentMethod) }),
  refusals: ["provider.unavailable"],
});

/** Starts to save a card. `cs` is the secret that the provider's script needs to confirm it. */
export const createSetupIntent = endpoint("createSetupIntent", {
  requirement: "PUR-13",
  access: "customer",
  summary: "Start to save a card",
  params,
  body: z.object({ usage: z.literal("off_session").optional() }),
  reply: z.object({ cs: z.string(), id }),
  refusals: ["provider.unavailable", "rate.limited"],
});

/** The state of saving a card. */
const cardSetup = z.object({
  id,
  /** `open` was not confirmed, `waiting` waits for the card holder's bank, `failed` can be confirmed with another card. */
  state: z.enum(["open", "waiting", "saved", "failed"]),
  /** Id of the saved card. */
  payment_method: id.optional(),
});
export type CardSetup = z.infer<typeof cardSetup>;

/** Reads the state of saving a card, for a browser that did not get the bank's answer. */
export const readCardSetup = endpoint("readCardSetup", {
  requirement: "PAY-05",
  access: "customer",
  summary: "Read what became of saving a card",
  params: z.object({ id, setup: id.max(255) }),
  reply: z.object({ setup: cardSetup }),
  refusals: ["object.not_found", "provider.unavailable"],
});

/** Makes a card the default. A past-due subscription is charged with it at once. */
export const makeDefaultPaymentMethod = endpoint("makeDefaultPaymentMethod", {
  requirement: "PUR-14",
  access: "customer",
  summary: "Make a card the default",
  params: ofMethod,
  reply: z.object({ payment_method: paymentMethod }),
  refusals: ["object.not_found", "provider.unavailable"],
});

/** Deletes a card. The last card of a renewing subscription stays. */
export const detachPaymentMethod = endpoint("detachPaymentMethod", {
  requirement: "PUR-15",
  access: "customer",
  summary: "Delete a card",
  params: ofMethod,
  reply: z.object({ payment_method: paymentMethod }),
  refusals: ["object.not_found", "subscription.forbidden", "provider.unavailable"],
});
