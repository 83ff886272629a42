/** Characters that browsers drop or bend while reading a link, so that what is checked is not what is followed. */
const TRICKY = /[\p{Cc}\p{Cf}\s\\]/u;

/**
 * Where the last Continue of the sign-up leads: back to the referrer when that is safe, otherwise to `/` (REG-12, R-54).
 *
 * Safe is a path of our own, or an address whose origin is exactly ours or exactly one of the allowed ones. Nothing else is
 * followed: no other scheme, no name or password in the address, no origin that only begins or ends like ours.
 *
 * @param origin our own, `https://accounts.example`.
 * @param allowed origins of the configuration, in the same form.
 * @returns a path for our own origin, a whole address for an allowed one; nothing is ever added to it.
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
  // `/a/..//evil.example` is read as the path `//evil.example`, which as a link would lead to another host.
  return path.startsWith("//") ? "/" : path;
}
