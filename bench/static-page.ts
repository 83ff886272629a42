import { createServer } from "node:http";
import { brotliCompressSync } from "node:zlib";
import { type Bare, opened } from "./bare.ts";

/** Where the form of the static page is sent. */
export const STATIC_ACTION = "/sent";

/** The reference of a page: its markup and styles in their final state, without scripts. The browser itself sends its form. */
function staticPage(served: string, drawn: string): string {
  const root = drawn.replace(/<form\b/, `<form action="${STATIC_ACTION}"`).replaceAll(/\sdisabled=""/g, "");
  const styles = served.match(/<link rel="stylesheet"[^>]*>/g)?.join("") ?? "";
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><title>Static</title>${styles}</head><body>${root}</body></html>`
  );
}

/**
 * Serves the static form of a page, with its styles, compressed like the product's files.
 *
 * @param served the page as the host sends it.
 * @param drawn the markup of `#root` in a browser.
 */
export async function serveStaticPage(origin: string, served: string, drawn: string): Promise<Bare> {
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
