import { expect, test } from "vitest";
import { accountsCalls, accountsEndpoints, purchaseEndpoints } from "./endpoints.ts";
import { openapiDocument } from "./openapi.ts";

/** Every `$ref` of a document, with its location. */
function refsOf(value: unknown, place = "#"): [string, string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): [string, string][] =>
    key === "$ref" ? [[String(inner), place]] : refsOf(inner, `${place}/${key}`),
  );
}

function at(document: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .reduce<unknown>(
      (value, key) =>
        typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(key) : undefined,
      document,
    );
}

test.each([["accounts", accountsEndpoints] as const, ["purchase", purchaseEndpoints] as const])(
  "R-49 the document of the %s service contains every public call once, and no internal or staff calls",
  (service, endpoints) => {
    const document = openapiDocument(service);
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
    const ids = operations.flatMap(({ operation }) => String(operation["operationId"]).split("_or_"));
    const expected = endpoints
      .filter(({ access }) => access !== "service" && !access.startsWith("staff:"))
      .map((endpoint) => endpoint.name);
    expect(new Set(ids)).toEqual(new Set(expected));
    expect(ids.length).toBe(expected.length);
    expect(Object.keys(document.paths).filter((path) => /\/(internal|admin)\//.test(path))).toEqual([]);
  },
);

/** Ends of the paths that answer with a file, and its type. */
const files = [
  ["/pdf", "application/pdf"],
  ["/activations/{activation}/file/", "text/plain; charset=utf-8"],
  ["/file", "application/zip"],
] as const;

test.each(["accounts", "purchase"] as const)("the %s document has parameters, answers, references", (service) => {
  const document = openapiDocument(service);
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const place = `${method} ${path}`;
      const parameters = Array.isArray(operation["parameters"]) ? operation["parameters"] : [];
      const inPath = parameters.filter((parameter) => at({ parameter }, "#/parameter/in") === "path");
      expect(new Set(inPath.map((parameter) => at({ parameter }, "#/parameter/name"))), place).toEqual(
        new Set([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])),
      );
      const [, type = "application/json"] = files.find(([end]) => place.endsWith(end)) ?? [];
      expect(at(operation, "#/responses/200/content"), place).toHaveProperty([type, "schema"]);
      expect(Object.keys(operation), place).toEqual(expect.arrayContaining(["summary", "security", "tags"]));
    }
  }
  // JSON schema resolves a reference from the schema's own root. Ours must all refer to the document.
  for (const [ref, place] of refsOf(document)) expect(at(document, ref), `${ref} at ${place}`).toBeDefined();
});

test("calls with the same method and path are one operation with alternative bodies", () => {
  const user = openapiDocument("accounts").paths["/api/1.1/user/"]?.["post"];
  expect(user?.["operationId"]).toBe("completeSignUp_or_changePassword_or_changeEmail_or_readUser");
  expect(at(user, "#/requestBody/content")).toHaveProperty(["application/json", "schema", "oneOf", "length"], 4);
  expect(at(user, "#/responses/403/description")).toContain("2002 Enter your password");
});

test("with a list of endpoints, the document contains only those", () => {
  const document = openapiDocument("accounts", [accountsCalls.signIn]);
  expect(Object.keys(document.paths)).toEqual(["/api/1.1/signin/"]);
  expect(document.paths["/api/1.1/signin/"]?.["post"]?.["security"]).toEqual([]);
});
