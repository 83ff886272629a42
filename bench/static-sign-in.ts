import { createServer } from "node:http";
import { brotliCompressSync } from "node:zlib";
import { type Bare, opened } from "./bare.ts";

/** Where the static form is sent. */
export const STATIC_ACTION = "/sent";

/**
 * The limit of the sign-in page: its own markup and styles as they look when all is done, and nothing that runs. The form is
 * one that a browser sends by itself.
 */
function staticPage(served: string, drawn: string): string {
  const root = drawn.replace(/<form\b/, `<form action="${STATIC_ACTION}"`).replaceAll(/\sdisabled=""/g, "");
  const styles = served.match(/<link rel="stylesheet"[^>]*>/g)?.join("") ?? "";
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><title>Sign In</title>${styles}</head><body>${root}</body></html>`
  );
}

/**
 * Serves it, with the product's styles in the product's compression.
 *
 * @param served the page as the host sends it.
 * @param drawn the markup of `#root` in a browser.
 */
export async function serveStaticSignIn(origin: string, served: string, drawn: string): Promise<Bare> {
  const page = brotliCompressSync(staticPage(served, drawn));
  const sheets = new Map<string, Buffer>();
  for (const [, href = ""] of served.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)) {
    const sheet = await fetch(`${origin}${href}`);
    sheets.set(href, brotliCompressSync(await sheet.bytes()));
  }
  const server = createServer((request, response) => {
    const sheet = sheets.get(request.url ?? "");
    const type = sheet ? "text/css; charset=utf-8" : "text/html; charset=utf-8";
    response.writeHead(request.url === "/icon.svg" ? 404 : 200, { "content-type": type, "content-encoding": "br" });
    response.end(sheet ?? page);
  });
  return await opened(server);
}
