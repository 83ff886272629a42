import { accountsEndpoints, purchaseEndpoints } from "@foyer/contract/endpoints";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FastifyInstance } from "fastify";
import { keptLog, testHost } from "./testing/test-service.ts";

let app: FastifyInstance;
const { log, lines } = keptLog("info");
const secret = "canary4711canary";

beforeAll(async () => {
  app = testHost({ log });
  // The paths of the whole contract, in separate plugins like those of the services.
  const paths = new Set([...accountsEndpoints, ...purchaseEndpoints].map(({ path }) => path));
  await app.register(async (service) => {
    for (const path of paths) service.get(path, async () => ({}));
    service.post("/api/1.1/invitations/:reference/", async () => Promise.reject(new Error("it broke")));
    service.all("/api/1.1/*", async (_request, reply) => reply.code(404).send());
  });
  await app.register(async (links) => void links.get("/i/:code", async () => ({})));
  await app.ready();
});
afterAll(() => app.close());
beforeEach(() => {
  lines.length = 0;
});

const pathsLogged = (): string[] => lines.map((line) => (JSON.parse(line) as { path: string }).path);

const secretNames = /:(reference|code|key|token)\b/;
const patterns = [...accountsEndpoints, ...purchaseEndpoints]
  .map(({ path }) => path)
  .filter((path) => secretNames.test(path));

test.each([...new Set([...patterns, "/i/:code"])])("R-19 the log contains no secret of %s", async (pattern) => {
  const path = pattern.replace(secretNames, secret).replaceAll(/:\w+/g, "some-id");
  expect((await app.inject({ url: path })).statusCode).toBe(200);
  const shown = pattern.replace(secretNames, "[secret]").replaceAll(/:\w+/g, "some-id");
  expect(pathsLogged()).toEqual([shown]);
});

test.each([
  ["GET", `/i/${secret}/`, "/i/[secret]/"],
  ["GET", `/i/${secret}/more?a=b`, "/i/[secret]/more"],
  ["GET", `/I/${secret}`, "/I/[secret]"],
  ["GET", `//i//${secret}`, "//i//[secret]"],
  ["GET", `/%69/${secret}`, "/i/[secret]"],
  ["PUT", `/api/1.1/invitations/${secret}/`, "/api/1.1/invitations/[secret]/"],
  ["GET", `/API/1.1/invitations/${secret}`, "/API/1.1/invitations/[secret]"],
  ["GET", `/api/1.1/%69nvitations/${secret}/`, "/api/1.1/invitations/[secret]/"],
] as const)("R-19 the log contains no secret of a path in another spelling: %s %s", async (method, url, shown) => {
  await app.inject({ method, url });
  expect(lines.join("")).not.toContain(secret);
  expect(pathsLogged()).toContain(shown);
});

test("R-19 a fault is logged without reference, a path without email address, and other paths unchanged (FAULT-63)", async () => {
  expect((await app.inject({ method: "POST", url: `/api/1.1/invitations/${secret}/` })).statusCode).toBe(500);
  expect(lines.join("")).toContain("it broke");
  expect(pathsLogged()).toEqual(Array(2).fill("/api/1.1/invitations/[secret]/"));
  lines.length = 0;
  await app.inject({ url: "/api/1.1/admin/accounts/a%20b/?q=x" });
  await app.inject({ url: "/invitations" });
  await app.inject({ url: "/sandbox/sync/maya%40example.com/notes" });
  await app.inject({ url: "/team/maya@example.com" });
  expect(pathsLogged()).toEqual([
    "/api/1.1/admin/accounts/a%20b/",
    "/invitations",
    "/sandbox/sync/[address]/notes",
    "/team/[address]",
  ]);
});
