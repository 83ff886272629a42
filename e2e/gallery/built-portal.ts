import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { portalBrandOf } from "@foyer/contract/portal-brand";
import { fillPlaceholders, type PortalSettings } from "@foyer/contract/portal-settings";
import { accentTokens } from "@foyer/domain/accent";
import { brand } from "../../brand/fernhill.ts";

const dist = join(import.meta.dirname, "../../apps/portal/dist");
const types: Record<string, string> = { ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

const settings: PortalSettings = {
  brand: portalBrandOf(brand),
  accentTokens: accentTokens(brand.accent) ?? {},
  accountsUrl: "",
  purchaseUrl: "",
  nonProduction: null,
  revision: "gallery",
  sandbox: true,
  trial: true,
  errorReportingDsn: null,
};

interface Build {
  readonly folder?: string;
  /** Written from right to left. */
  readonly isMirrored?: boolean;
}

/** Serves the built portal with the demo vendor's settings, without services. */
export async function serveBuiltPortal({ folder = dist, isMirrored = false }: Build = {}): Promise<{
  url: string;
  close: () => Promise<void>;
}> {
  const built = await readFile(join(folder, "index.html"), "utf8");
  const template = isMirrored ? built.replace("<html ", '<html dir="rtl" ') : built;
  const element = `<script type="application/json" id="foyer-settings">${JSON.stringify(settings)}</script>`;
  const script = /<script>(.*?)<\/script>/s.exec(template)?.[1] ?? "";
  const page = template
    .split(script)
    .map((part) => fillPlaceholders(part, settings))
    .join(script)
    .replace("<!--foyer-settings-->", () => element);
  const hash = createHash("sha256").update(script).digest("base64");
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://portal").pathname;
    if (!path.startsWith("/assets/")) {
      response.writeHead(200, {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy":
          `default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'self'; connect-src 'self'; img-src 'self' data:; ` +
          "manifest-src 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types default",
      });
      response.end(page);
      return;
    }
    readFile(join(folder, path)).then(
      (content) => response.writeHead(200, { "content-type": types[extname(path)] ?? "text/plain" }).end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    // A host name, because an IP address cannot have passkeys.
    url: `http://localhost:${address.port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
