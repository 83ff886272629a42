import { z } from "zod";
import { refusalsOf } from "./declared-refusals.ts";
import type { Endpoint } from "./endpoint.ts";
import { accountsEndpoints, purchaseEndpoints } from "./endpoints.ts";
import { errorEnvelope } from "./error-envelope.ts";
import { refusals } from "./refusals.ts";

type Json = Readonly<Record<string, unknown>>;

/** The parts of an OpenAPI 3.1 document that we use. */
export interface OpenapiDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Json;
}

const isInternal = ({ access }: Endpoint): boolean => access === "service" || access.startsWith("staff:");

/**
 * Returns the OpenAPI 3.1 document of a service, generated from the endpoint table.
 *
 * The document is public, so it leaves out internal and staff calls.
 * If several calls share method and path, body and answer are `oneOf` theirs.
 *
 * @param endpoints those that the service really serves; by default all of its table.
 */
export function openapiDocument(
  service: "accounts" | "purchase",
  endpoints: readonly Endpoint[] = service === "accounts" ? accountsEndpoints : purchaseEndpoints,
): OpenapiDocument {
  const shown = endpoints.filter((endpoint) => !isInternal(endpoint));
  const paths: Record<string, Record<string, Json>> = {};
  for (const [address, variants] of Map.groupBy(shown, ({ method, path }) => `${method} ${path}`)) {
    const [method = "", path = ""] = address.split(" ");
    (paths[path.replaceAll(/:(\w+)/g, "{$1}")] ??= {})[method.toLowerCase()] = operation(variants);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: service === "accounts" ? "Accounts service" : "Purchase service",
      version: service === "accounts" ? "1.1" : "2",
      description:
        "Bodies may be JSON or form-encoded. An `Idempotency-Key` header on any POST or DELETE makes a repeat within 24 h answer as the first did, " +
        "also after the hour's 1,000 new keys of a person, or 200 of a network without a session, are used up (429 1003). " +
        "Failures are the envelope `Error`; their codes are listed with each call.",
    },
    paths,
    components: {
      schemas: { Error: jsonSchema(errorEnvelope, "output") },
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
    },
  };
}

function operation(variants: readonly Endpoint[]): Json {
  const [first] = variants;
  if (first === undefined) return {};
  const bodies = variants.map(({ body, summary }) => ({ ...jsonSchema(body, "input"), title: summary }));
  const withBody = first.method !== "GET" && bodies.some((body) => hasProperties(body));
  return {
    operationId: variants.map(({ name }) => name).join("_or_"),
    summary: variants.map(({ summary }) => summary).join(" · "),
    tags: [first.path.split("/")[3] ?? ""],
    security: variants.every(({ access }) => access === "open" || access === "provider") ? [] : [{ bearer: [] }],
    parameters: [...parametersOf(first.params, "path"), ...parametersOf(first.query, "query")],
    ...(withBody
      ? { requestBody: { content: contents(bodies, ["application/json", "application/x-www-form-urlencoded"]) } }
      : {}),
    responses: {
      "200": {
        description: "Done",
        content: contents(
          variants.map(({ gives, reply }) => (gives ? binary : jsonSchema(reply, "output"))),
          [first.gives ?? "application/json"],
        ),
      },
      ...failuresOf(variants),
    },
  };
}

const binary: Json = { type: "string", format: "binary" };

function contents(schemas: readonly Json[], types: readonly string[]): Json {
  const [only, ...others] = schemas;
  const schema = others.length === 0 ? only : { oneOf: schemas };
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

function parametersOf(shape: z.ZodType, place: "path" | "query"): Json[] {
  const schema = jsonSchema(shape, "input");
  const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
  return Object.entries(propertiesOf(schema)).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.has(name),
    schema: property,
  }));
}

/** Returns one response per status, with all its codes. */
function failuresOf(variants: readonly Endpoint[]): Json {
  const names = new Set(variants.flatMap((variant) => [...refusalsOf(variant)]));
  const byStatus = Map.groupBy(names, (name) => refusals[name].status);
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  return Object.fromEntries(
    [...byStatus].map(([status, kinds]) => {
      const codes = kinds.map((kind) => `${refusals[kind].code} ${refusals[kind].message}`);
      return [String(status), { description: [...new Set(codes)].join(" · "), content }];
    }),
  );
}

function jsonSchema(shape: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: "any" });
  return schema;
}

function hasProperties(schema: Json): boolean {
  return Object.keys(propertiesOf(schema)).length > 0;
}

function propertiesOf(schema: Json): Json {
  const properties = schema["properties"];
  return typeof properties === "object" && properties !== null ? { ...properties } : {};
}
