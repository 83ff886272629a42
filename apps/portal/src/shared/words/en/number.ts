/** A count as it is written: 2,200. */
export const number = (count: number) => count.toLocaleString("en-US");
