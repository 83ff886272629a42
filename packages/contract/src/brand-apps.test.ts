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
function faultsOf(...apps: object[]): string[] {
  try {
    parseBrand({ ...demo, apps: apps.map((own) => ({ ...app, ...own })) });
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

test("OIDC-03 a sign-in leads back to loopback, a scheme of the app's own or a listed https address", () => {
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
