/** The answer of a call that has nothing else to say. */
export const done = { status: "success" } as const;
