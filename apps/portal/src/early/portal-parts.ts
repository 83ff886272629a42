import { readStoredSession } from "../shared/stored.ts";

const again = "foyer.started-for";

let asked: Promise<unknown> | null = null;

/**
 * Asks for the application, whose scripts the build has named in the page, the one that starts it last; without a session,
 * that is the sign-in form's file, which needs all others. A string becomes no
 * address of a script element here (the content policy): a module is imported.
 *
 * @returns rejects where a script did not come; asked again, it tries again.
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
  for (const part of named) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = part;
    link.crossOrigin = "";
    document.head.append(link);
  }
  await import(/* @vite-ignore */ entry);
}

/**
 * Loads the page anew where the application is not there any more, as happens to a page that was open while a new release
 * came; once for each.
 */
export function reloadOnce() {
  const page = document.querySelector<HTMLMetaElement>('meta[name="portal-parts"]')?.content ?? "";
  if (!navigator.onLine || sessionStorage.getItem(again) === page) return;
  sessionStorage.setItem(again, page);
  location.reload();
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
