import { readStoredSession } from "../shared/storage/stored.ts";

let asked: Promise<unknown> | null = null;

/**
 * Asks for the application, whose scripts the build has named in the page, the one that starts it last; without a session,
 * that is the sign-in form's file, which needs all others. A string becomes no
 * address of a script element here (the content policy): a module is imported.
 *
 * @returns rejects where a script did not come; asked again, it tries again as long as the served form holds what was typed.
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
  // A module that did not come is asked for no more in this page (Chromium 150, Safari). What is typed would be lost with it:
  // the files are fetched first, and imported from the browser's store.
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
  // Read to its end, it is stored.
  await answer.arrayBuffer();
}

/** How long whoever is here at once goes first, in milliseconds. */
const REST_MS = 300;

/** Once the page rests: loaded, painted, and nobody at work in it. */
export function whenAtRest(act: () => void) {
  const wait = () => {
    if ("requestIdleCallback" in window) requestIdleCallback(act, { timeout: 2000 });
    else act();
  };
  addEventListener("load", () => setTimeout(wait, REST_MS), { once: true });
}
