/** The reference of the apps' calls: bare `node:http` with one prepared select for each request, and nothing else. */
import { createServer } from "node:http";
import { openPool } from "@foyer/service-kit/db";
import { openedAlone } from "./bare.ts";

const pool = openPool({ url: process.env["OWNER_URL"] ?? "", role: "foyer_accounts", schema: "accounts", max: 12 });

const selects: Readonly<Record<string, string>> = {
  activation: `select activations.id, activations.fingerprint, activations.ended_at, licenses.product_id, licenses.expires_at
    from activations join licenses on licenses.id = activations.license_id where activations.id = $1`,
  account: "select id, username, email from accounts where id = $1",
};

const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    const [, what = "", id = ""] = (request.url ?? "").split("/");
    void pool.query({ name: what, text: selects[what] ?? "", values: [id] }).then(({ rows }) => {
      const body = JSON.stringify(rows[0] ?? {});
      response
        .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
        .end(body);
    });
  });
});
openedAlone(server);
