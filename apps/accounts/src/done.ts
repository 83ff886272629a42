/** The answer of a call without a result. */
export const done = { status: "success" } as const;

/** The same for sign-up and password reset, which use another property. */
export const confirmed = { results: "success" } as const;
