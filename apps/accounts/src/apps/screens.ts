/** Returns the address of the portal's screen that asks about an app's request. */
export const requestScreen = (uid: string): string => `/authorize?${new URLSearchParams({ request: uid }).toString()}`;

/** Returns the address at which the provider continues after the answer. */
export const resumeAddress = (publicOrigin: string, uid: string): string => `${publicOrigin}/oauth/authorize/${uid}`;
