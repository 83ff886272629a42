import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import {
  createSetupIntent,
  detachPaymentMethod,
  listPaymentMethods,
  makeDefaultPaymentMethod,
  readCardSetup,
} from "./payment-methods.ts";

export function paymentMethodRoutes(deps: Deps) {
  return routes({
    readPaymentConf: async () => ({ publishable_key: deps.publishableKey }),
    listPaymentMethods: async ({ params }) => ({ payment_methods: await listPaymentMethods(deps, params.id) }),
    createSetupIntent: ({ params }) => createSetupIntent(deps, params.id),
    readCardSetup: async ({ params }) => ({ setup: await readCardSetup(deps, params.id, params.setup) }),
    makeDefaultPaymentMethod: async ({ params }) => ({
      payment_method: await makeDefaultPaymentMethod(deps, params.id, params.payment_method),
    }),
    detachPaymentMethod: async ({ params }) => ({
      payment_method: await detachPaymentMethod(deps, params.id, params.payment_method),
    }),
  });
}
