/** The answer of a call that has nothing else to say. */
export const done = { status: "success" } as const;

/** The same in the words of sign-up and password reset. */
export const confirmed = { results: "success" } as const;
