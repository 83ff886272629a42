import { Provider } from "oidc-provider";
import { expect, test } from "vitest";
import { testApps } from "../testing/app-browser.ts";
import { logRefusals } from "./refusal-log.ts";

/** Returns what is logged of an error of the provider at the request of that app. */
function logged(event: string, error: object, clientId: string): object[] {
  const lines: object[] = [];
  const provider = new Provider("https://portal.example");
  const log = { info: (line: object) => lines.push(line) };
  logRefusals(provider, { brand: { apps: testApps }, log } as never);
  const ctx = { req: {}, oidc: { params: { client_id: clientId } } };
  provider.emit(event as never, ctx as never, error as never);
  return lines;
}

test("OIDC-02 OIDC-10 the log says why an app was refused, where its answer and our page name nothing", () => {
  const grant = { error: "invalid_grant", error_description: "grant request is invalid", error_detail: "expired" };
  expect(logged("grant.error", grant, "notes")).toEqual([
    { requestId: "", app: "notes", error: "invalid_grant", reason: "expired" },
  ]);
  const address = { error: "invalid_redirect_uri", error_description: "redirect_uri did not match" };
  expect(logged("authorization.error", address, "notes")).toMatchObject([{ reason: "redirect_uri did not match" }]);
  expect(logged("authorization.error", address, "nobody")).toMatchObject([{ app: null }]);
  expect(logged("grant.error", { error: "authorization_pending" }, "notes")).toEqual([]);
});
