import { clientNetwork } from "@foyer/service-kit/rate-limit";
import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { abandonCheckout } from "./abandon-checkout.ts";
import { payCheckout, readCheckout, readCheckoutState } from "./pay-checkout.ts";
import { startCheckout } from "./start-checkout.ts";

/** Payments from one address in an hour, of all accounts behind it. */
const FROM_ADDRESS = { limit: 20, windowSeconds: 3_600 } as const;

/** Looks at the state of checkouts from one address in a minute. */
const STATES = { limit: 120, windowSeconds: 60 } as const;

export function checkoutRoutes(deps: Deps) {
  return routes({
    startCheckout: async ({ caller, body, ip }) => ({ checkout: await startCheckout(deps, caller, body, ip) }),
    readCheckout: async ({ caller, params }) => ({ checkout: await readCheckout(deps, caller, params.checkout) }),
    payCheckout: async ({ caller, params, body, ip }) => {
      await deps.limiter.take(`checkout-from:${clientNetwork(ip)}`, FROM_ADDRESS);
      const payment = {
        buyer: caller,
        checkoutId: params.checkout,
        card: body.payment_method,
        consents: body.consents ?? [],
        release: body.release ?? [],
      };
      return { checkout: await payCheckout(deps, payment) };
    },
    readCheckoutState: async ({ params, ip }) => {
      await deps.limiter.take(`checkout-state:${clientNetwork(ip)}`, STATES);
      return { state: await readCheckoutState(deps, params.checkout) };
    },
    abandonCheckout: async ({ caller, params }) => ({ checkout: await abandonCheckout(deps, caller, params.checkout) }),
  });
}
