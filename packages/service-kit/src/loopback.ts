/** True when only this machine reaches that host: a name or an address, an IPv6 one with or without brackets. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, "").toLowerCase();
  return plain === "localhost" || plain === "::1" || /^127(\.\d{1,3}){3}$/.test(plain);
}

/** A host as it stands in an address: IPv6 in brackets. */
export const urlHost = (host: string): string => (host.includes(":") ? `[${host}]` : host);
