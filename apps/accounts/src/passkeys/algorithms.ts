/** COSE algorithms that passkeys may use, in order of preference: EdDSA, ES256, RS256. */
export const ALGORITHMS = [-8, -7, -257] as const;
