import { appRequestKey } from "./stored.ts";

/** As long as the service keeps a request. */
const KEPT_MS = 3_600_000;

/** Keeps the address of an app's request that waits for a sign-in: signing up or a new password lead through a mail, and back to it. */
export function keepAppRequest(address: string): void {
  localStorage.setItem(appRequestKey, JSON.stringify({ address, until: Date.now() + KEPT_MS }));
}

/** The request that waits; null without one. */
export function waitingAppRequest(): string | null {
  try {
    const { address, until } = JSON.parse(localStorage.getItem(appRequestKey) ?? "null") as {
      address?: unknown;
      until?: unknown;
    };
    return typeof address === "string" && address.startsWith("/authorize?") && Number(until) > Date.now()
      ? address
      : null;
  } catch {
    return null;
  }
}

export function forgetAppRequest(): void {
  localStorage.removeItem(appRequestKey);
}
