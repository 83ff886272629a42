/**
 * Returns the network of an address in a form that people can compare: `203.0.113.x`, `2001:db8:7:…`. Leaves out the part
 * that identifies the machine. Null if the text is no address.
 */
export function coarseNetwork(ip: string): string | null {
  const [plain = ""] = ip.trim().toLowerCase().split("%");
  const four = /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(plain);
  if (four) return `${four[1]}.x`;
  if (!/^[\da-f:]+$/.test(plain) || !plain.includes(":")) return null;
  const [before = "", after] = plain.split("::");
  const groups = before === "" ? [] : before.split(":");
  const rest = after ? after.split(":") : [];
  const missing = after === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  const all = [...groups, ...Array.from({ length: missing }, () => "0"), ...rest];
  if (all.length !== 8) return null;
  return `${all
    .slice(0, 3)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}:…`;
}
