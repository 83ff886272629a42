/** The requests that a page of ours must answer in place of the provider's. */
export const pageWanted = new WeakMap<object, true>();
