/** The portal's screen that asks what an app may do, reached by the request's id. */
export const requestScreen = (uid: string): string => `/authorize?${new URLSearchParams({ request: uid }).toString()}`;

/** Where the provider goes on, once a request is answered. */
export const resumeAddress = (publicOrigin: string, uid: string): string => `${publicOrigin}/oauth/authorize/${uid}`;
