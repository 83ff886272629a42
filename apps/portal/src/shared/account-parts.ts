/**
 * Asks for the scripts and styles of who is signed in, which the build has named in the page: beside the ones that every
 * page has, instead of after them.
 */
export function askForAccountParts() {
  const named = document.querySelector<HTMLMetaElement>('meta[name="account-parts"]');
  for (const part of named?.content.split(" ") ?? []) {
    const link = document.createElement("link");
    link.rel = part.endsWith(".css") ? "stylesheet" : "modulepreload";
    link.href = part;
    link.crossOrigin = "";
    if (part) document.head.append(link);
  }
  // Once is enough.
  named?.remove();
}
