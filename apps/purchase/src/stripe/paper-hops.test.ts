import http from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stripeGateway } from "./stripe-gateway.ts";

const PDF = "%PDF-1.7 paper";
let asked: string[] = [];
const servers: http.Server[] = [];

/** Serves a paper, and addresses that lead elsewhere. */
async function serve(name: string, answer: (path: string) => string | null): Promise<string> {
  const server = http.createServer((request, response) => {
    asked.push(`${name}${request.url}`);
    const location = answer(request.url ?? "");
    if (location === null) response.end(PDF);
    else response.writeHead(302, { location }).end();
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

let provider = "";
beforeAll(async () => {
  const elsewhere = await serve("elsewhere", () => null);
  const hops: Record<string, string> = {
    "/moved": "/paper",
    "/twice": "/moved",
    "/round": "/round",
    "/out": `${elsewhere}/paper`,
    "/late": "/out",
    "/scheme": "file:///etc/passwd",
    "/named": elsewhere.replace("http://", "http://127.0.0.1@"),
  };
  provider = await serve("provider", (path) => hops[path] ?? null);
});
afterAll(() => servers.forEach((server) => server.close()));

test("DOC-07 a PDF is fetched over the provider's own addresses only, at each hop (FAULT-32)", async () => {
  const gateway = stripeGateway({
    apiKey: "sk",
    webhookSecret: "whsec_test",
    sandbox: { origin: provider, pathPrefix: "" },
  });
  for (const path of ["/paper", "/moved", "/twice"]) {
    expect(String(await gateway.paper(`https://pay.stripe.com${path}`))).toBe(PDF);
  }
  for (const path of ["/out", "/late", "/round", "/scheme", "/named"]) {
    await expect(gateway.paper(`https://pay.stripe.com${path}`)).rejects.toMatchObject({ kind: "invalid" });
  }
  expect(asked.filter((path) => path.startsWith("elsewhere"))).toEqual([]);
  asked = [];
  const real = stripeGateway({ apiKey: "sk", webhookSecret: "whsec_test", sandbox: null });
  for (const url of [
    "http://stripe.com/x",
    "https://stripe.com.example.com/",
    "https://stripe.com:8443/",
    "https://a@stripe.com/",
  ]) {
    await expect(real.paper(url)).rejects.toMatchObject({ kind: "invalid" });
  }
});
