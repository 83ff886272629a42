/** The state of an account that can be used; 300 and 301 are closed (SIGNIN-07). */
export const accountOpen = 100;

export type AccountState = 100 | 300 | 301;

/** True for an account that is closed, so that nobody can sign in to it. */
export function isClosed(state: number): boolean {
  return state === 300 || state === 301;
}
