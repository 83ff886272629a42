/** Under which the state of Change Seats is kept in the browser's history. */
export const seatsFlowKey = "change-seats";

/** The state with which Change Seats shows the review of more seats at once: a payment that failed is tried again. */
export function keptAtReview(wanted: number, inForce: number) {
  return { [seatsFlowKey]: { step: "review", wanted, chosen: null, from: inForce } } as const;
}
