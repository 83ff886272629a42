/** One server of an address, in the driver's form: a single host, and only parameters that the driver knows. */
export interface ServerAddress {
  readonly url: string;
  /** `host:port`, for people. */
  readonly name: string;
}

/**
 * Accepted parameters of an address, with their values if those are limited. The driver takes any other value for another
 * setting, silently or where it connects.
 */
const PARAMETERS: Readonly<Record<string, readonly string[] | null>> = {
  user: null,
  password: null,
  ssl: ["true", "1", "0"],
  sslmode: ["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"],
  sslcert: null,
  sslkey: null,
  sslrootcert: null,
  sslnegotiation: ["postgres", "direct"],
  uselibpqcompat: ["true", "false"],
  host: null,
  port: null,
  target_session_attrs: ["read-write", "primary"],
};
/** Those that the driver does not get: a connection is used only while its server takes writes, with or without the last. */
const READ_HERE: readonly string[] = ["host", "port", "target_session_attrs"];
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
  const { six, plain = "", port = "" } = match?.groups ?? {};
  // In libpq, @ begins a socket without a file. The driver would take it for a login.
  if (!match || plain.startsWith("@"))
    throw new AddressFault(`has the host "${text}", which must be host or host:port`);
  try {
    return { host: decodeURIComponent(six ?? plain), port };
  } catch {
    throw new AddressFault(`has the host "${six ?? plain}", which is not encoded as an address is: % is %25`);
  }
}

/** Reads a host of `?host=`: a name, a folder, or an address of any kind, which needs no brackets there. */
const readPlace = (text: string): Host => (/^[^[]*:.*:/.test(text) ? { host: text, port: "" } : readHost(text));

/** Gives the hosts the ports of `?port=1,2`, which come before their own: one for each host, or one for all. */
function withPorts(hosts: readonly Host[], ports: string | null): Host[] {
  const each = ports === null ? [] : listed(ports);
  if (each.length > 1 && each.length !== hosts.length)
    throw new AddressFault(`names ${hosts.length} hosts and ${each.length} ports`);
  return hosts.map(({ host, port: own }, n) => {
    const port = each[each.length === 1 ? 0 : n] || own;
    if (port !== "" && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535))
      throw new AddressFault(
        `has the host "${host}:${port}", which must be host or host:port, with a port from 1 to 65535`,
      );
    return { host, port };
  });
}

function checkParameters(query: URLSearchParams): void {
  for (const [name, value] of query) {
    const values = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined;
    if (query.getAll(name).length > 1) throw new AddressFault(`has the parameter "${name}" twice`);
    if (values === undefined)
      throw new AddressFault(`has the unknown parameter "${name}"; known are ${Object.keys(PARAMETERS).join(", ")}`);
    if (values === null || values.includes(value)) continue;
    const allowed =
      name === "target_session_attrs"
        ? `${values.join(" or ")}: only a server that takes writes is used`
        : `one of ${values.join(", ")}`;
    throw new AddressFault(`has ${name}=${value}, which must be ${allowed}`);
  }
}

/** True when a password contains / ? or #: the login ends too early, and an error would print the rest of the password as a host. */
const isCutInLogin = (url: string): boolean =>
  /^[a-z]+:\/\/[^/?#@]*[/?#].*@/.test(url) && !/[?&](user|password)=/.test(url);

/**
 * The servers of `postgres://user:password@a:5432,b:5432/database`, or of `?host=a,b`, in their order.
 *
 * @throws Error that names the fault of the address, without its password.
 */
export function serversOf(url: string): readonly ServerAddress[] {
  if (isCutInLogin(url)) throw new AddressFault(`${SHAPE}, with / ? # @ in user and password as %2F %3F %23 %40`);
  const groups = ADDRESS.exec(url)?.groups;
  if (!groups) throw new AddressFault(SHAPE);
  const { login, hosts: named = "", database = "", query: behind = "" } = groups;
  const query = new URLSearchParams(behind);
  checkParameters(query);
  const places = query.get("host");
  const hosts = withPorts(places ? listed(places).map(readPlace) : listed(named).map(readHost), query.get("port"));
  if (hosts.length > SERVERS_MAX) throw new AddressFault(`names ${hosts.length} hosts; ${SERVERS_MAX} are the most`);
  if (hosts.length > 1 && hosts.some(({ host }) => host === ""))
    throw new AddressFault("has an empty host in its list");
  return hosts.map(({ host, port }) => {
    const kept = new URLSearchParams([...query].filter(([name]) => !READ_HERE.includes(name)));
    const shown = host.includes(":") ? `[${host}]` : host;
    let place = port ? `${shown}:${port}` : shown;
    // The driver reads a folder, and an IPv6 address with its network interface, only from the parameters.
    if (/^\/|%/.test(host)) {
      place = "";
      kept.set("host", host);
      if (port) kept.set("port", port);
    }
    const user = login === undefined ? "" : `${login}@`;
    return {
      url: `postgres://${user}${place}/${database}${kept.size > 0 ? `?${kept}` : ""}`,
      name: `${shown || "localhost"}:${port || "5432"}`,
    };
  });
}

/** The fault of an address, or null. */
export function addressFault(url: string): string | null {
  try {
    serversOf(url);
    return null;
  } catch (error) {
    if (error instanceof AddressFault) return error.message;
    throw error;
  }
}

const databaseOf = (url: string): string => ADDRESS.exec(url)?.groups?.["database"] ?? "";

/** The fault of a pooler's address, or null. */
export const poolerFault = (url: string): string | null =>
  addressFault(url) ?? (databaseOf(url) === "" ? NEEDS_DATABASE : null);

/**
 * Address of a pooler's entry for a role: `<database>_accounts` for `foyer_accounts`, with the database of the pooler's address.
 *
 * @throws Error if the address names no database.
 */
export function poolerEntry(url: string, role: string): string {
  const database = databaseOf(url);
  if (database === "") throw new AddressFault(NEEDS_DATABASE);
  return url.replace(/^([a-z]+:\/\/[^/?#]*\/)[^?#]*/, `$1${database}_${role.replace(/^foyer_/, "")}`);
}
