import fs from "node:fs";
import { debianProgram } from "@foyer/testing/debian-program";

// The shipped files of deploy/ha with the places of one machine in them.

const needed = ["etcd", "patroni", "patronictl", "haproxy", "pgbackrest"] as const;

export const postgresBin = [18, 17, 16, 15]
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((folder) => fs.existsSync(`${folder}/pg_basebackup`));

/** Returns Debian's packages that a cluster needs and that are missing, as words; null if all are there. */
export function missingForPatroni(): string | null {
  const missing: string[] = needed.filter((name) => debianProgram(name) === null);
  if (!postgresBin) missing.push("postgresql");
  return missing.length > 0 ? missing.join(", ") : null;
}

const shipped = (file: string): string => fs.readFileSync(new URL(`../deploy/ha/${file}`, import.meta.url), "utf8");

/** One of the machines with PostgreSQL, here one of several on this machine. */
export interface Member {
  readonly name: string;
  readonly port: number;
  /** Where its Patroni answers. */
  readonly api: number;
}

/** Its data folder. */
export const dataOf = ({ name }: Member, home: string): string => `${home}/${name}`;
export const patroniFile = ({ name }: Member, home: string): string => `${home}/${name}.yml`;
export const backupFile = ({ name }: Member, home: string): string => `${home}/${name}.pgbackrest.conf`;

function patroniSettings(member: Member, home: string, etcd: number): string {
  const { name, port, api } = member;
  return shipped("patroni.yml")
    .replace("name: db1", `name: ${name}`)
    .replaceAll("10.0.0.11:8008", `127.0.0.1:${api}`)
    .replaceAll("10.0.0.11:5432", `127.0.0.1:${port}`)
    .replace("10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379", `127.0.0.1:${etcd}`)
    .replaceAll("10.0.0.0/24", "127.0.0.1/32")
    .replace("/var/lib/postgresql/foyer", dataOf(member, home))
    .replace("/usr/lib/postgresql/15/bin", postgresBin ?? "")
    .replace(
      "  pg_hba:",
      `  pgpass: ${home}/${name}.pgpass\n  parameters:\n    unix_socket_directories: ${home}\n  pg_hba:`,
    );
}

function backupSettings(member: Member, home: string): string {
  const { name, port } = member;
  return shipped("pgbackrest.conf")
    .replace("/var/lib/pgbackrest", `${home}/repository`)
    .replace("/var/spool/pgbackrest", `${home}/${name}.spool`)
    .replace(
      "[foyer]",
      `log-path=${home}\nlock-path=${home}/${name}.lock\n\n[foyer]\npg1-port=${port}\npg1-socket-path=${home}`,
    )
    .replace("/var/lib/postgresql/foyer", dataOf(member, home));
}

function proxySettings(members: readonly Member[], port: number): string {
  const servers = members.map(({ name, port: own, api }) => `  server ${name} 127.0.0.1:${own} check port ${api}\n`);
  return shipped("haproxy-postgres.cfg")
    .replace("bind 127.0.0.1:5000", `bind 127.0.0.1:${port}`)
    .replace("default-server port 8008", "default-server")
    .replaceAll(/^ {2}server .*\n/gm, "")
    .concat(...servers);
}

export interface Places {
  readonly home: string;
  readonly etcd: number;
  readonly proxy: number;
  readonly members: readonly Member[];
}

export function writeSettings({ home, etcd, proxy, members }: Places): void {
  for (const member of members) {
    fs.writeFileSync(patroniFile(member, home), patroniSettings(member, home, etcd), { mode: 0o600 });
    fs.writeFileSync(backupFile(member, home), backupSettings(member, home), { mode: 0o600 });
  }
  fs.writeFileSync(`${home}/haproxy.cfg`, proxySettings(members, proxy));
}
