import { createServer, request as ask } from "node:http";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { type Bare, opened } from "./bare.ts";

const page = `
import { createElement } from "react";
import { createRoot } from "react-dom/client";
createRoot(document.getElementById("root")).render(
  createElement("main", null,
    createElement("h1", null, "Sign in to your account"),
    createElement("p", null, "The limit: React, one heading, and a paragraph that is as long as a paragraph usually is.")));
`;

/** React once more, which asks the services the same and shows that it has their answers. */
const account = `
import { createElement, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
const { accessToken } = JSON.parse(localStorage.getItem("foyer.session"));
const read = async (method, path) => {
  const answer = await fetch(path, { method, headers: { accept: "application/json", authorization: "Bearer " + accessToken } });
  return answer.json();
};
const readAll = async () => {
  const first = [read("POST", "/api/1.1/user/"), read("GET", "/api/1.1/user/account_page/")];
  const { userinfo } = await first[0];
  const [, page, customer] = await Promise.all([...first, read("GET", "/api/v2/customer/" + userinfo.customer_id[0] + "/account_page")]);
  return { userinfo, page, customer };
};
function Account() {
  const [all, setAll] = useState(null);
  useEffect(() => void readAll().then(setAll), []);
  if (!all) return createElement("main", null, createElement("h1", null, "Your account"));
  return createElement("main", null,
    createElement("h1", null, "Your account"),
    createElement("section", { id: "account" }, createElement("dl", null, createElement("dd", null, all.userinfo.email))),
    createElement("section", { id: "payment" }, createElement("table", null, createElement("tbody", null,
      all.customer.listInvoices.body.invoices.map(({ id }) => createElement("tr", { key: id }, createElement("td", null, id)))))),
    createElement("section", { id: "subscriptions" }, createElement("a", { href: "/" }, all.page.listManagedLicenses.body.managed_team_licenses.length)));
}
createRoot(document.getElementById("root")).render(createElement(Account));
`;

const html = (script: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title><meta name="viewport" content="width=device-width"></head><body><div id="root"></div><script type="module" src="${script}"></script></body></html>`;

async function bundled(contents: string): Promise<Buffer> {
  const bundle = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: "js" },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return brotliCompressSync(bundle.outputFiles[0]?.contents ?? new Uint8Array());
}

/**
 * The limits: a page that React renders with nothing beside it (`/`), and one that asks the services at `origin` what the account
 * page asks them (`/account`); bundled and compressed as well as can be.
 */
export async function serveBareReact(origin: string): Promise<Bare> {
  const scripts: Readonly<Record<string, Buffer>> = {
    "/bare.js": await bundled(page),
    "/account.js": await bundled(account),
  };
  const server = createServer((request, response) => {
    const { url = "/", method, headers } = request;
    if (url.startsWith("/api/")) {
      const onward = ask(`${origin}${url}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      request.pipe(onward);
      return;
    }
    const script = scripts[url];
    response.writeHead(200, {
      "content-type": script ? "text/javascript" : "text/html; charset=utf-8",
      "content-encoding": "br",
    });
    response.end(script ?? brotliCompressSync(html(url === "/account" ? "/account.js" : "/bare.js")));
  });
  return await opened(server);
}
