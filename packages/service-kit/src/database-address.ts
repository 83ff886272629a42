/** One server of an address, in the driver's form: a single host, and only parameters that the driver knows. */
export interface ServerAddress {
  readonly url: string;
  /** `host:port`, for people. */
  readonly name: string;
}

/** Parameters of an address that are passed to the driver: the login and how the connection is encrypted. */
const DRIVER_PARAMETERS: readonly string[] = [
  "user",
  "password",
  "ssl",
  "sslmode",
  "sslcert",
  "sslkey",
  "sslrootcert",
  "sslnegotiation",
  "uselibpqcompat",
];
const PLACE_PARAMETERS: readonly string[] = ["host", "port"];
/** Values that the driver knows. It takes any other one for another setting, silently or where it connects. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  sslmode: ["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"],
  ssl: ["true", "1", "0"],
  sslnegotiation: ["postgres", "direct"],
  uselibpqcompat: ["true", "false"],
};
/** Accepted values of `target_session_attrs`. A connection is used only while its server takes writes, with or without it. */
const WRITABLE: readonly string[] = ["read-write", "primary"];
const SERVERS_MAX = 9;

const NEEDS_DATABASE =
  "must name a database, such as postgres://user:password@pooler:6432/foyer: the entries are foyer_accounts and so on";
const SHAPE = "must be an address such as postgres://user:password@host/database";
const ADDRESS =
  /^postgres(?:ql)?:\/\/(?:(?<login>[^/?#]*)@)?(?<hosts>[^/?#@]*)(?:\/(?<database>[^?#/]*))?(?:\?(?<query>[^#]*))?$/;

/** The fault of an address. Its message completes a line that begins with the setting's name. */
class AddressFault extends Error {}

interface Host {
  readonly host: string;
  readonly port: string;
}

const listed = (text: string): string[] => text.split(",").map((item) => item.trim());

/** Reads `a`, `a:5432` or `[::1]:5432`; an empty text is the driver's default, localhost. */
function readHost(text: string): Host {
  const match = /^(?:\[(?<six>[0-9a-f:.]+(?:%[^\]]+)?)\]|(?<plain>[^:[\]]*))(?::(?<port>\d{1,5}))?$/i.exec(text);
  if (!match) throw new AddressFault(`has the host "${text}", which must be host or host:port`);
  const { six, plain, port = "" } = match.groups ?? {};
  // In libpq a socket without a file. The driver would take it for a login.
  if (plain?.startsWith("@")) throw new AddressFault(`has the host "${text}", which must be host or host:port`);
  return { host: decoded(six ?? plain ?? ""), port };
}

/** A host of `?host=`: a name, a folder, or an address of any kind, which needs no brackets there. */
const readPlace = (text: string): Host => (/^[^[]*:.*:/.test(text) ? { host: text, port: "" } : readHost(text));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new AddressFault(`has the host "${text}", which is not encoded as an address is: % is %25`);
  }
}

/** The hosts with the ports of `?port=1,2`, which come before their own: one for each host, or one for all. */
function withPorts(hosts: readonly Host[], ports: string | null): Host[] {
  const each = ports === null ? null : listed(ports);
  if (each && each.length !== 1 && each.length !== hosts.length)
    throw new AddressFault(`names ${hosts.length} hosts and ${each.length} ports`);
  return hosts.map(({ host, port: own }, n) => {
    const port = each ? (each.length === 1 ? each[0] : each[n]) || own : own;
    if (port !== "" && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535))
      throw new AddressFault(
        `has the host "${host}:${port}", which must be host or host:port, with a port from 1 to 65535`,
      );
    return { host, port };
  });
}

function checkParameters(query: URLSearchParams): void {
  for (const [name, value] of query) {
    if (query.getAll(name).length > 1) throw new AddressFault(`has the parameter "${name}" twice`);
    if (VALUES[name]?.includes(value) === false)
      throw new AddressFault(`has ${name}=${value}, which must be one of ${VALUES[name].join(", ")}`);
    if (DRIVER_PARAMETERS.includes(name) || PLACE_PARAMETERS.includes(name)) continue;
    if (name !== "target_session_attrs")
      throw new AddressFault(
        `has the unknown parameter "${name}"; known are ${[...DRIVER_PARAMETERS, ...PLACE_PARAMETERS, "target_session_attrs"].join(", ")}`,
      );
    if (!WRITABLE.includes(value))
      throw new AddressFault(
        `has target_session_attrs=${value}, which must be ${WRITABLE.join(" or ")}: only a server that takes writes is used`,
      );
  }
}

/** True when a password contains / ? or #: the login ends too early, and an error would print the rest of the password as a host. */
const isCutInLogin = (url: string): boolean =>
  /^[a-z]+:\/\/[^/?#@]*[/?#].*@/.test(url) && !/[?&](user|password)=/.test(url);

function readAddress(url: string): ServerAddress[] {
  if (isCutInLogin(url)) throw new AddressFault(`${SHAPE}, with / ? # @ in user and password as %2F %3F %23 %40`);
  const groups = ADDRESS.exec(url)?.groups;
  if (!groups) throw new AddressFault(SHAPE);
  const { login, hosts: named = "", database, query: behind = "" } = groups;
  const query = new URLSearchParams(behind);
  checkParameters(query);
  const places = query.get("host");
  const hosts = withPorts(places ? listed(places).map(readPlace) : listed(named).map(readHost), query.get("port"));
  if (hosts.length > SERVERS_MAX) throw new AddressFault(`names ${hosts.length} hosts; ${SERVERS_MAX} are the most`);
  if (hosts.length > 1 && hosts.some(({ host }) => host === ""))
    throw new AddressFault("has an empty host in its list");
  return hosts.map(({ host, port }) => {
    // A folder, and an IPv6 address with its network interface, have no place in an address as the driver reads it.
    const isNamedBehind = host.startsWith("/") || host.includes("%");
    const kept = new URLSearchParams([...query].filter(([name]) => DRIVER_PARAMETERS.includes(name)));
    if (isNamedBehind) kept.set("host", host);
    if (isNamedBehind && port) kept.set("port", port);
    const shown = host.includes(":") ? `[${host}]` : host;
    const place = isNamedBehind ? "" : `${shown}${port ? `:${port}` : ""}`;
    const tail = kept.size > 0 ? `?${kept}` : "";
    return {
      url: `postgres://${login === undefined ? "" : `${login}@`}${place}/${database ?? ""}${tail}`,
      name: `${shown || "localhost"}:${port || "5432"}`,
    };
  });
}

/**
 * The servers of `postgres://user:password@a:5432,b:5432/database`, or of `?host=a,b`, in their order.
 *
 * @throws Error that names the fault of the address, without its password.
 */
export function serversOf(url: string): readonly ServerAddress[] {
  return readAddress(url);
}

/**
 * Address of a pooler's entry for a role: `<database>_accounts` for `foyer_accounts`, with the database of the pooler's address.
 *
 * @throws Error if the address names no database.
 */
export function poolerEntry(url: string, role: string): string {
  const database = ADDRESS.exec(url)?.groups?.["database"];
  if (!database) throw new AddressFault(NEEDS_DATABASE);
  return url.replace(/^([a-z]+:\/\/[^/?#]*\/)[^?#]*/, `$1${database}_${role.replace(/^foyer_/, "")}`);
}

/** The fault of a pooler's address, or null. */
export function poolerFault(url: string): string | null {
  return addressFault(url) ?? (ADDRESS.exec(url)?.groups?.["database"] ? null : NEEDS_DATABASE);
}

/** The fault of an address, or null. An unknown parameter is a fault, because the driver would ignore it silently. */
export function addressFault(url: string): string | null {
  try {
    readAddress(url);
    return null;
  } catch (error) {
    if (error instanceof AddressFault) return error.message;
    throw error;
  }
}
