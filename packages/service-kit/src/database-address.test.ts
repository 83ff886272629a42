import pg from "pg";
import { describe, expect, test } from "vitest";
import { addressFault, serversOf } from "./database-address.ts";

const urlsOf = (address: string): string[] => serversOf(address).map(({ url }) => url);

test("HA-01 an address of several hosts gives one address for each, in their order, with the same other parts", () => {
  expect(urlsOf("postgres://u:p%40ss@a:5432,b:6432/foyer?sslmode=verify-full&target_session_attrs=read-write")).toEqual(
    ["postgres://u:p%40ss@a:5432/foyer?sslmode=verify-full", "postgres://u:p%40ss@b:6432/foyer?sslmode=verify-full"],
  );
  expect(urlsOf("postgresql://u@[::1]:5432,[fe80::1],db.example.com/foyer")).toEqual([
    "postgres://u@[::1]:5432/foyer",
    "postgres://u@[fe80::1]/foyer",
    "postgres://u@db.example.com/foyer",
  ]);
  expect(urlsOf("postgres://u@/foyer?host=a,b&port=5433")).toEqual([
    "postgres://u@a:5433/foyer",
    "postgres://u@b:5433/foyer",
  ]);
  expect(urlsOf("postgres://u@/foyer?host=a,b&port=1,2")).toEqual(["postgres://u@a:1/foyer", "postgres://u@b:2/foyer"]);
});

test("HA-01 hosts and ports of the query are taken as libpq takes them", () => {
  expect(urlsOf("postgres://u@/foyer?host=::1,fe80::2,db,[::3]&port=1,2,3,4")).toEqual([
    "postgres://u@[::1]:1/foyer",
    "postgres://u@[fe80::2]:2/foyer",
    "postgres://u@db:3/foyer",
    "postgres://u@[::3]:4/foyer",
  ]);
  expect(urlsOf("postgres://u@a:1,b:2/foyer?port=3")).toEqual(["postgres://u@a:3/foyer", "postgres://u@b:3/foyer"]);
  expect(urlsOf("postgres://u@a,b/foyer?port=3,4")).toEqual(["postgres://u@a:3/foyer", "postgres://u@b:4/foyer"]);
  expect(urlsOf("postgres://u@a/foyer?host=b,c&port=3,")).toEqual(["postgres://u@b:3/foyer", "postgres://u@c/foyer"]);
  expect(urlsOf("postgres://u@%2Ftmp%2Fa,b/foyer")).toEqual([
    "postgres://u@/foyer?host=%2Ftmp%2Fa",
    "postgres://u@b/foyer",
  ]);
  expect(serversOf("postgres://u@/foyer?host=::1,/tmp/a").map(({ name }) => name)).toEqual([
    "[::1]:5432",
    "/tmp/a:5432",
  ]);
});

test("HA-01 the driver connects to the hosts that an address names", () => {
  const placeOf = (address: string): unknown => {
    const { host, port } = new pg.Client({ connectionString: urlsOf(address)[0] });
    return [host, port];
  };
  expect(placeOf("postgres://u@/foyer?host=::1&port=6000")).toEqual(["::1", 6000]);
  expect(placeOf("postgres://u@[fe80::1]/foyer")).toEqual(["fe80::1", 5432]);
  expect(placeOf("postgres://u@[fe80::1%25eth0]:6000/foyer")).toEqual(["fe80::1%eth0", 6000]);
  expect(placeOf("postgres://u@/foyer?host=/tmp/a&port=6000")).toEqual(["/tmp/a", 6000]);
});

test("HA-01 an address with one host, without a host or with a socket folder gives one server", () => {
  expect(urlsOf("postgres://u:p@ss@host/foyer")).toEqual(["postgres://u:p@ss@host/foyer"]);
  expect(urlsOf("postgres://localhost")).toEqual(["postgres://localhost/"]);
  expect(urlsOf("postgres://postgres@/postgres?host=%2Ftmp%2Fa")).toEqual([
    "postgres://postgres@/postgres?host=%2Ftmp%2Fa",
  ]);
  expect(urlsOf("postgres://postgres@localhost/postgres?host=%2Ftmp%2Fa&port=6000")).toEqual([
    "postgres://postgres@/postgres?host=%2Ftmp%2Fa&port=6000",
  ]);
});

describe("HA-01 the fault of an address is named, without its password", () => {
  test.each([
    ["mysql://u:secret@a/foyer", "must be an address such as postgres://user:password@host/database"],
    ["postgres://u:secret@a/foyer?load_balance_hosts=random", 'has the unknown parameter "load_balance_hosts"'],
    ["postgres://u:secret@a/foyer?options=-c%20role%3Dx", 'has the unknown parameter "options"'],
    [
      "postgres://u:secret@a/foyer?target_session_attrs=any",
      "has target_session_attrs=any, which must be read-write or primary",
    ],
    ["postgres://u:secret@a:99999/foyer", 'has the host "a:99999"'],
    ["postgres://u:secret@a:x,b/foyer", 'has the host "a:x"'],
    ["postgres://u:secret@a/foyer?port=x", 'has the host "a:x"'],
    [
      "postgres://u:secret@a/foyer?sslmode=verify_full",
      "has sslmode=verify_full, which must be one of disable, prefer, require, verify-ca, verify-full, no-verify",
    ],
    ["postgres://u:secret/word@a/foyer", "with / ? # @ in user and password as %2F %3F %23 %40"],
    ["postgres://u:secret?word@a/foyer", "with / ? # @ in user and password as %2F %3F %23 %40"],
    ["postgres://u:secret#word@a/foyer", "with / ? # @ in user and password as %2F %3F %23 %40"],
    ["postgres://u:secret@a/foyer?ssl=yes", "has ssl=yes, which must be one of true, 1, 0"],
    ["postgres://u:secret@a/foyer?sslnegotiation=tls", "has sslnegotiation=tls, which must be one of postgres, direct"],
    ["postgres://u:secret@a/foyer?uselibpqcompat=1", "has uselibpqcompat=1, which must be one of true, false"],
    ["postgres:///foyer?user=u&password=secret&host=a&host=b", 'has the parameter "host" twice'],
    ["postgres://u:secret@/foyer?host=@foyer", 'has the host "@foyer", which must be host or host:port'],
    [
      "postgres://u:secret@[fe80::1%eth0]/foyer",
      'has the host "fe80::1%eth0", which is not encoded as an address is: % is %25',
    ],
    ["postgres://u:secret@a,,b/foyer", "has an empty host in its list"],
    ["postgres://u:secret@/foyer?host=a,b&port=1,2,3", "names 2 hosts and 3 ports"],
    ["postgres://u:secret@a,b,c,d,e,f,g,h,i,j/foyer", "names 10 hosts; 9 are the most"],
  ])("%s", (address, fault) => {
    expect(addressFault(address)).toContain(fault);
    expect(addressFault(address)).not.toContain("secret");
  });
});
