/** Method and path of the calls between our services. */
export const servicePaths = {
  introspect: "POST /api/1.1/internal/introspect/",
  requireProof: "POST /api/1.1/internal/proof/",
  tellCustomer: "POST /api/1.1/internal/customers/",
  tellSubscription: "POST /api/1.1/internal/subscriptions/",
  readEndedLicense: "POST /api/1.1/internal/ended_licenses/",
  countUnusedSeats: "POST /api/1.1/internal/unused_seats/",
  reserveLicense: "POST /api/1.1/internal/reserved_licenses/",
  tellSale: "POST /api/1.1/internal/sales/",
  readTrial: "POST /api/1.1/internal/trials/",
  listErasures: "GET /api/1.1/internal/erasures/",
  confirmErasure: "POST /api/1.1/internal/erasures/",
  listDataExports: "GET /api/1.1/internal/data_exports/",
  addPayments: "POST /api/1.1/internal/data_exports/",
} as const;

/** Path for the payment provider's events. Only the provider makes this call. */
export const providerPaths = {
  takeProviderEvent: "POST /api/v2/webhook",
} as const;
