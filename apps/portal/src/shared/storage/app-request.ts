import { appRequestKey } from "./stored.ts";

/** The service keeps a request that long. */
const KEPT_MS = 3_600_000;

/** Stores the address of an app's request, to return to it after a sign-in, a sign-up or a new password. */
export function keepAppRequest(address: string): void {
  localStorage.setItem(appRequestKey, JSON.stringify({ address, until: Date.now() + KEPT_MS }));
}

/** Returns the address of the stored request; null without one. */
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
