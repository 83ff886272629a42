/** Method and path of the call that reads a charge whose answer was lost: only a payment needs it. */
export const chargePaths = {
  readCharge: "GET /api/v2/customer/:id/invoice/:subscription/charge/:quote",
} as const;
