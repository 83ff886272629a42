import { expect, test } from "vitest";
import { brand as demo } from "../../../brand/fernhill.ts";
import { parseBrand } from "./brand.ts";

const app = {
  id: "notes",
  name: "Notes",
  kind: "native",
  redirectUris: ["http://127.0.0.1/callback"],
  scopes: ["openid"],
  isOwn: false,
};

/** The lines that a brand with these apps is refused with. */
const faultsOf = (...apps: object[]): string[] => brandFaults({ apps: apps.map((own) => ({ ...app, ...own })) });

function brandFaults(own: object, isProduction = true): string[] {
  try {
    parseBrand({ ...demo, ...own }, isProduction);
    return [];
  } catch (error) {
    return (error as Error).message.split("\n");
  }
}

test("OIDC-02 a fault of an app is one line with its field", () => {
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ id: "My App" })).toEqual([
    "apps.0.id: must be lower-case letters and digits, with single dashes between them",
  ]);
  expect(faultsOf({}, {})).toEqual(["apps.1.id: is there twice"]);
  expect(faultsOf({ scopes: ["openid", "payments"] })).toEqual([
    "apps.0.scopes.1: must be one of openid, profile, email, offline_access, licenses, account.read, portal",
  ]);
  expect(faultsOf({ scopes: ["email"] })).toEqual(["apps.0.scopes: must hold openid"]);
  expect(faultsOf({ products: ["NOTES"] })).toEqual(["apps.0.products.0: must be the code of a product"]);
  expect(faultsOf({ kind: "tool" })[0]).toMatch(/^apps\.0\.kind: /);
  expect(faultsOf({ redirectUris: [] })).toEqual(["apps.0.redirectUris: must hold at least one address"]);
  expect(faultsOf({ kind: "device" })).toEqual([
    "apps.0.redirectUris: must be empty: an app of the kind device signs in by a code",
  ]);
  expect(faultsOf({ origins: ["https://notes.example"] })).toEqual(["apps.0.origins: belongs to apps of the kind web"]);
  expect(
    faultsOf({ kind: "web", redirectUris: ["https://notes.example/cb"], origins: ["https://notes.example/"] }),
  ).toEqual(["apps.0.origins.0: must be an origin such as https://app.example.com"]);
});

test("OIDC-03 a sign-in returns to a loopback address, a private scheme of the app or a listed https address", () => {
  for (const address of [
    "http://127.0.0.1/callback",
    "http://127.0.0.1:7777/callback",
    "http://[::1]/callback",
    "com.example.notes:/signed-in",
    "https://notes.example/signed-in?from=portal",
  ]) {
    expect([address, faultsOf({ redirectUris: [address] })]).toEqual([address, []]);
  }
  const reasons: Record<string, RegExp> = {
    "http://localhost/cb": /must name 127\.0\.0\.1/,
    "http://app.localhost/cb": /must name 127\.0\.0\.1/,
    "https://localhost/cb": /must not name localhost/,
    "https://app.localhost./cb": /must not name localhost/,
    "http://localhost.:7/cb": /must name 127\.0\.0\.1/,
    "COM.example.notes:/cb": /must be written as com\.example\.notes:\/cb/,
    "http://notes.example/cb": /must begin with https/,
    "https://notes.example/cb#x": /fragment/,
    "https://notes.example/cb#": /fragment/,
    "https://me@notes.example/cb": /user name/,
    "http://127.0.0.1:1@evil.example/": /user name/,
    "https://@notes.example/cb": /user name/,
    "https://*.notes.example/cb": /wildcards/,
    "notes:/cb": /scheme with a dot/,
    "javascript:alert(1)": /scheme with a dot/,
    "//notes.example/cb": /absolute/,
    "https://notes.example/a b": /absolute/,
    "https://Notes.example/cb": /must be written as https:\/\/notes\.example\/cb/,
    "https://notes.example/a/../cb": /must be written as/,
    "https://127.0.0.1/cb": /must begin with http:/,
  };
  for (const [address, reason] of Object.entries(reasons)) {
    const [line = "no fault", ...more] = faultsOf({ redirectUris: [address] });
    expect([address, line, more]).toEqual([address, expect.stringMatching(reason), []]);
    expect(line).toMatch(/^apps\.0\.redirectUris\.0: /);
  }
  expect(faultsOf({ kind: "web" })).toEqual(["apps.0.redirectUris.0: must begin with https://"]);
});

test("OIDC-02 unknown scopes are reported together with all other faults of the brand (FAULT-38)", () => {
  const unknown = "must be one of openid, profile, email, offline_access, licenses, account.read, portal";
  const faulty = {
    ...app,
    kind: "tool",
    redirectUris: ["https://*.notes.example/"],
    scopes: ["openid", "openid", "payments"],
  };
  const own = { ...app, redirectUris: ["http://notes.example/"], scopes: ["pay", "email"], products: ["NONE"] };
  expect(brandFaults({ vendor: 7, apps: [faulty, own] }).toSorted()).toEqual([
    expect.stringMatching(/^apps\.0\.kind: /),
    `apps.0.scopes.2: ${unknown}`,
    "apps.1.redirectUris.0: must begin with https://; http:// leads to 127.0.0.1 and [::1] only",
    `apps.1.scopes.0: ${unknown}`,
    "apps.1.scopes: must hold openid",
    expect.stringMatching(/vendor/),
  ]);
  expect(brandFaults({ apps: [own, own] })).toEqual([
    `apps.0.scopes.0: ${unknown}`,
    "apps.0.scopes: must hold openid",
    "apps.0.redirectUris.0: must begin with https://; http:// leads to 127.0.0.1 and [::1] only",
    `apps.1.scopes.0: ${unknown}`,
    "apps.1.scopes: must hold openid",
    "apps.1.redirectUris.0: must begin with https://; http:// leads to 127.0.0.1 and [::1] only",
    "apps.0.products.0: must be the code of a product",
    "apps.1.id: is there twice",
    "apps.1.products.0: must be the code of a product",
  ]);
});

test("OIDC-31 a web app can be on its developer's machine outside production only (FAULT-40)", () => {
  const web = (redirect: string, more = {}) => ({
    apps: [{ ...app, kind: "web", redirectUris: [redirect], postLogoutRedirectUris: [redirect], ...more }],
  });
  for (const address of ["http://localhost/cb", "http://localhost:5173/cb", "http://127.0.0.1/cb"]) {
    expect([address, brandFaults(web(address), false)]).toEqual([address, []]);
    expect(brandFaults(web(address))).toHaveLength(2);
  }
  const refused = [
    "http://notes.example/cb",
    "http://localhost.evil.example/cb",
    "http://app.localhost/cb",
    "http://127.0.0.1:1@evil.example/",
    "http://localhost/cb#x",
    "http://LOCALHOST/cb",
    "http://127.1/cb",
    "https://localhost/cb",
    "com.example.notes:/cb",
  ];
  for (const address of refused) expect([address, brandFaults(web(address), false).length]).toEqual([address, 2]);
  expect(brandFaults({ apps: [{ ...app, redirectUris: ["http://localhost/cb"] }] }, false)).toHaveLength(1);
  const page = web("http://localhost:5173/cb", { origins: ["http://localhost:5173"] });
  expect(brandFaults(page, false)).toEqual([]);
  expect(brandFaults(page)).toHaveLength(3);
});
