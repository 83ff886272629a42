/** COSE algorithms that passkeys may sign by, the one we like best first: EdDSA, ES256, RS256. */
export const ALGORITHMS = [-8, -7, -257] as const;
