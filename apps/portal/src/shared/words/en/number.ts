/** Formats a count: 2,200. */
export const number = (count: number) => count.toLocaleString("en-US");
