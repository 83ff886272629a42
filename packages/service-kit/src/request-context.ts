import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<string>();

/** Runs `work` and everything that it awaits as a part of that request. */
export function duringRequest<T>(requestId: string, work: () => T): T {
  return current.run(requestId, work);
}

/** `fetch` that sends the id of the request on behalf of which it runs, so that the logs of both services can be joined. */
export const tracedFetch: typeof fetch = (input, init = {}) => {
  const requestId = current.getStore();
  if (requestId === undefined) return fetch(input, init);
  const headers = new Headers(init.headers);
  if (!headers.has("x-request-id")) headers.set("x-request-id", requestId);
  return fetch(input, { ...init, headers });
};
