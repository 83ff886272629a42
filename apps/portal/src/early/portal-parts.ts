import { readStoredSession } from "../shared/storage/stored.ts";

let asked: Promise<unknown> | null = null;

/**
 * Loads the application's scripts, which the build has listed in the page; the last one starts it. Without a session, that is
 * the sign-in form's file. Uses `import()`, because the content policy forbids script elements with computed addresses.
 *
 * @returns rejects if a script fails to load. The next call tries again.
 */
export function askForPortal(): Promise<unknown> {
  asked ??= start().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

async function start(): Promise<void> {
  const { content = "", dataset } = document.querySelector<HTMLMetaElement>('meta[name="portal-parts"]') ?? {};
  const signIn = readStoredSession() ? "" : dataset?.["signIn"];
  const named = `${content} ${signIn ?? ""}`.trim().split(" ");
  const entry = named.at(-1);
  if (!entry) return;
  // Chromium 150 and Safari never retry a failed import in the same page, and a reload would lose the typed text. So the files
  // are fetched first and imported from the browser's cache.
  if (window.foyerSignIn) await Promise.all(named.map(fetchPart));
  for (const part of named) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = part;
    link.crossOrigin = "";
    document.head.append(link);
  }
  await import(/* @vite-ignore */ entry);
}

async function fetchPart(part: string): Promise<void> {
  const answer = await fetch(part);
  if (!answer.ok) throw new Error(`${part}: ${answer.status}`);
  // Only a complete answer is cached.
  await answer.arrayBuffer();
}

/** Delay after the page has loaded, so that immediate input is handled first. */
const REST_MS = 300;

/** Runs `act` once the page has loaded and the browser is idle. */
export function whenAtRest(act: () => void) {
  const wait = () => {
    if ("requestIdleCallback" in window) requestIdleCallback(act, { timeout: 2000 });
    else act();
  };
  addEventListener("load", () => setTimeout(wait, REST_MS), { once: true });
}
