import { createServer, type Server } from "node:http";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";

const page = `
import { createElement } from "react";
import { createRoot } from "react-dom/client";
createRoot(document.getElementById("root")).render(
  createElement("main", null,
    createElement("h1", null, "Sign in to your account"),
    createElement("p", null, "The limit: React, one heading, and a paragraph that is as long as a paragraph usually is.")));
`;

const html = (script: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title><meta name="viewport" content="width=device-width"></head><body><div id="root"></div><script type="module" src="${script}"></script></body></html>`;

/** The limit: a page that React renders with nothing beside it, bundled and compressed as well as can be. */
export async function serveBareReact(): Promise<{ url: string; close: () => void }> {
  const bundle = await build({
    stdin: { contents: page, resolveDir: import.meta.dirname, loader: "js" },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const script = brotliCompressSync(bundle.outputFiles[0]?.contents ?? new Uint8Array());
  const document = brotliCompressSync(html("/bare.js"));
  const server: Server = createServer((request, response) => {
    const isScript = request.url === "/bare.js";
    response.writeHead(200, {
      "content-type": isScript ? "text/javascript" : "text/html; charset=utf-8",
      "content-encoding": "br",
    });
    response.end(isScript ? script : document);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
