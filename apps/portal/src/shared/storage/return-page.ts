/** Key of the page from which a sign-up began. */
export const returnKey = "foyer.return";

/** Makes a sign-up that begins now lead back to that path of the portal. */
export function returnTo(path: string) {
  sessionStorage.setItem(returnKey, path);
}
