/** Characters that browsers drop or change in a link, so that the checked link would differ from the followed one. */
const TRICKY = /[\p{Cc}\p{Cf}\s\\]/u;

/**
 * Returns the link of the last Continue of the sign-up: the referrer if it is safe, otherwise `/` (REG-12, R-54).
 *
 * Safe are paths of our own, and addresses with exactly our origin or an allowed one. All else is refused:
 * other schemes, a user or password in the address, origins that only begin or end like ours.
 *
 * @param origin our own, for example `https://accounts.example`.
 * @param allowed configured origins in the same form.
 * @returns a path for our own origin, a complete address for an allowed one, unchanged.
 */
export function safeReturnLink(referrer: string | null, origin: string, allowed: readonly string[]): string {
  if (referrer === null || referrer === "" || referrer.length > 2000 || TRICKY.test(referrer)) return "/";
  const isPath = referrer.startsWith("/") && !referrer.startsWith("//");
  if (!isPath && !/^https?:\/\/[^/]/i.test(referrer)) return "/";
  if (!URL.canParse(referrer, origin)) return "/";
  const url = new URL(referrer, origin);
  if (url.username !== "" || url.password !== "") return "/";
  if (url.origin === origin) return ownPath(url);
  return allowed.includes(url.origin) ? url.href : "/";
}

function ownPath(url: URL): string {
  const path = url.pathname + url.search + url.hash;
  // `/a/..//evil.example` has the path `//evil.example`, which as a link would lead to another host.
  return path.startsWith("//") ? "/" : path;
}
