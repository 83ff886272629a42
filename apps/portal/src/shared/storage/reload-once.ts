import { parsed, reloadedKey } from "./stored.ts";

/** Minimum time between two reloads, because two releases may serve the page in turn. */
const PAUSE_MS = 60_000;

let reloading = false;

/** Returns whether the page is about to be replaced. */
export const isReloading = (): boolean => reloading;

/**
 * Reloads a page whose files are gone, which happens to a page that was open during a release. A release whose files are
 * missing for another reason is reloaded once, not endlessly.
 *
 * @returns false if the page stays, so that it must say what to do.
 */
export function reloadOnce(): boolean {
  if (reloading) return true;
  if (!navigator.onLine) return false;
  const release = document.querySelector<HTMLMetaElement>('meta[name="portal-parts"]')?.content ?? "";
  const last = parsed(sessionStorage.getItem(reloadedKey)) as { release?: string; at?: number } | null;
  if (last?.release === release || Date.now() - (last?.at ?? 0) < PAUSE_MS) return false;
  sessionStorage.setItem(reloadedKey, JSON.stringify({ release, at: Date.now() }));
  reloading = true;
  location.reload();
  return true;
}
