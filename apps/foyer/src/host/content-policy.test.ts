import type { PortalSettings } from "@foyer/contract/portal-settings";
import { describe, expect, test } from "vitest";
import { policyHeaders } from "./content-policy.ts";

const settings = {
  accountsUrl: "",
  purchaseUrl: "",
  nonProduction: null,
  sandbox: false,
  errorReportingDsn: null,
} as unknown as PortalSettings;

/** Returns the policy by directive. */
function parsed(header: string | undefined): Map<string, readonly string[]> {
  return new Map(
    (header ?? "").split("; ").map((directive) => {
      const [name = "", ...values] = directive.split(" ");
      return [name, values];
    }),
  );
}
const policyOf = (more: Partial<PortalSettings>, isSecure = true) =>
  parsed(policyHeaders({ ...settings, ...more }, isSecure)["content-security-policy"]);

describe("the policy of the portal's page", () => {
  test("R-50 only named sources are allowed, and no directive allows inline code", () => {
    const policy = policyOf({});
    expect(policy.get("default-src")).toEqual(["'none'"]);
    for (const name of ["object-src", "base-uri", "frame-ancestors"])
      expect(policy.get(name), name).toEqual(["'none'"]);
    expect(policy.get("form-action")).toEqual(["'self'"]);
    expect(policy.get("script-src")).toEqual(["'self'", "https://js.stripe.com"]);
    expect(policy.get("frame-src")).toEqual(["https://js.stripe.com", "https://hooks.stripe.com"]);
    expect([...policy.values()].flat().join(" ")).not.toMatch(/unsafe|strict-dynamic|blob:|http:|\*/);
  });

  test("R-50 no string becomes code: trusted types are required, and only one policy of them may be created", () => {
    for (const sandbox of [true, false]) {
      const policy = policyOf({ sandbox });
      expect(policy.get("require-trusted-types-for")).toEqual(["'script'"]);
      expect(policy.get("trusted-types")).toEqual(["default"]);
    }
  });

  test("R-50 only the page's own scripts with a known hash run", () => {
    const header = policyHeaders(settings, true, ["aGFzaA=="])["content-security-policy"];
    expect(parsed(header).get("script-src")).toEqual(["'self'", "'sha256-aGFzaA=='", "https://js.stripe.com"]);
  });

  test("R-50 without a real provider, none of its sources are allowed", () => {
    const policy = policyOf({ sandbox: true });
    expect(policy.get("script-src")).toEqual(["'self'"]);
    expect([...policy.values()].flat().join(" ")).not.toContain("stripe");
  });

  test("R-50 violations are reported to the portal's own path, by a named endpoint if people use TLS", () => {
    const headers = policyHeaders(settings, true);
    expect(parsed(headers["content-security-policy"]).get("report-uri")).toEqual(["/csp-report"]);
    expect(parsed(headers["content-security-policy"]).get("report-to")).toEqual(["violations"]);
    expect(headers["reporting-endpoints"]).toBe('violations="/csp-report"');
    const plain = policyHeaders(settings, false);
    expect(parsed(plain["content-security-policy"]).get("report-uri")).toEqual(["/csp-report"]);
    expect(parsed(plain["content-security-policy"]).has("report-to")).toBe(false);
    expect(plain["reporting-endpoints"]).toBeUndefined();
  });

  test("R-50 services and a failure receiver on other hosts are allowed by their origins only", () => {
    const policy = policyOf({
      accountsUrl: "https://accounts.example.com",
      purchaseUrl: "https://purchase.example.com",
      errorReportingDsn: "https://key@errors.example.com/7",
    });
    expect(policy.get("connect-src")).toEqual([
      "'self'",
      "https://accounts.example.com",
      "https://purchase.example.com",
      "https://errors.example.com",
      "https://api.stripe.com",
    ]);
  });
});
