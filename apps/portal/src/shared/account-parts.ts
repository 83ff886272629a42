/** Whether the account page's first view shows more than its first sections. */
export function isAllInView(): boolean {
  return matchMedia("(min-width: 600px)").matches;
}

/**
 * Asks for the scripts and styles of who is signed in, which the build has named in the page: beside the ones that every
 * page has, instead of after them.
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
  // Once is enough.
  named?.remove();
}
