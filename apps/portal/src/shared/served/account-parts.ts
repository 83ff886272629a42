/** Returns whether the account page's first view shows more than its first sections. */
export function isAllInView(): boolean {
  return matchMedia("(min-width: 600px)").matches;
}

/**
 * Loads the scripts and styles for signed-in people, which the build has listed in the page, in parallel with the
 * scripts of every page.
 */
export function askForAccountParts() {
  const named = document.querySelector<HTMLMetaElement>('meta[name="account-parts"]');
  const lower = isAllInView() ? named?.dataset["lower"] : "";
  for (const part of `${named?.content ?? ""} ${lower ?? ""}`.split(" ")) {
    const link = document.createElement("link");
    link.rel = part.endsWith(".css") ? "stylesheet" : "modulepreload";
    link.href = part;
    link.crossOrigin = "";
    if (part) document.head.append(link);
  }
  // Runs only once.
  named?.remove();
}
