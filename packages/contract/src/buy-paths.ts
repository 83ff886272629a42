/** Method and path of the calls with which somebody buys: only its pages need them. */
export const buyPaths = {
  readCatalogue: "GET /api/v2/catalogue open",
  startCheckout: "POST /api/v2/checkout",
  readCheckout: "GET /api/v2/checkout/:checkout",
  payCheckout: "POST /api/v2/checkout/:checkout/pay",
  abandonCheckout: "POST /api/v2/checkout/:checkout/abandon",
  readCheckoutState: "GET /api/v2/checkout/:checkout/state open",
  takeSeat: "POST /api/1.1/registration_seats/:id/own/",
  startTrial: "POST /api/1.1/trials/",
} as const;
