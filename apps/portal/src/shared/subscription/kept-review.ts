/** The key of the state of Change Seats in the browser's history. */
export const seatsFlowKey = "change-seats";

/** Returns the state that shows the review of more seats immediately, to retry a failed payment. */
export function keptAtReview(wanted: number, inForce: number) {
  return { [seatsFlowKey]: { step: "review", wanted, chosen: null, from: inForce } } as const;
}
