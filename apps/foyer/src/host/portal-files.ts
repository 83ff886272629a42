import fs from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { PortalSettings } from "@foyer/contract/portal-settings";
import { isScreenPath } from "@foyer/contract/screen-paths";
import { inkOn } from "@foyer/domain/accent";
import { errorEnvelope, Refusal } from "@foyer/service-kit/errors";
import type { FastifyInstance } from "fastify";
import { buyingPages, type CatalogueSource } from "./buying-pages.ts";
import { compressWell, pageOf, sendPage, templateOf } from "./portal-page.ts";

/** Folder of the build with files that the host reads and does not serve. */
const SERVED = "served";

/** Parts of the portal's pages that are not files. */
interface PortalContent {
  readonly settings: PortalSettings;
  /** True if people reach the portal by TLS. */
  readonly isSecure: boolean;
  readonly catalogue: CatalogueSource;
}

/** Returns the browser tab's icon: the mark next to the provider's name in the header, in its color. */
function browserIcon({ accent, mark }: PortalSettings["brand"]): string {
  const drawn =
    mark === undefined
      ? `<path fill-opacity=".22" d="M0 13h22v9H0z"/>`
      : `<text x="11" y="15.5" fill="${inkOn(accent)}" font-family="system-ui,sans-serif" font-size="12" font-weight="700" text-anchor="middle">${mark}</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 22"><clipPath id="c"><rect width="22" height="22" rx="6"/></clipPath>` +
    `<g clip-path="url(#c)"><path fill="${accent}" d="M0 0h22v22H0z"/>${drawn}</g></svg>`
  );
}

/**
 * Serves the built portal from `folder`: its page with the settings in it, /buy with its first view, and its files by
 * their hashed names.
 */
export async function servePortal(app: FastifyInstance, folder: string, content: PortalContent): Promise<void> {
  const { settings, isSecure, catalogue } = content;
  const built = (name: string) => templateOf(fs.readFileSync(path.join(folder, name), "utf8"), settings, isSecure);
  const template = built("index.html");
  const page = pageOf(template, template.html);
  compressWell(page);
  const buying = buyingPages(path.join(folder, SERVED), {
    template: built(`${SERVED}/buying.html`),
    settings,
    catalogue,
  });
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    serve: true,
    wildcard: false,
    globIgnore: ["index.html", `${SERVED}/**`],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`);
      void reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  // The built file is a template: placeholders stand where the settings belong.
  app.get("/index.html", (_request, reply) => reply.redirect("/", 308));
  app.get("/", (request, reply) => sendPage(page, request, reply, 200));
  app.get("/buy", async (request, reply) => {
    const query = request.url.indexOf("?");
    const search = query === -1 ? "" : request.url.slice(query);
    return sendPage((await buying(search)) ?? page, request, reply, 200);
  });
  app.decorate("portalPage", (request, reply, status) => sendPage(page, request, reply, status));
  app.get("/icon.svg", (_request, reply) =>
    reply.type("image/svg+xml").header("cache-control", "public, max-age=3600").send(browserIcon(settings.brand)),
  );
  app.get("/conf", async () => ({ revision: settings.revision }));
  app.setNotFoundHandler((request, reply) => {
    const requested = request.url.split("?")[0] ?? "/";
    const isPage = request.method === "GET" || request.method === "HEAD";
    // A missing file is not a screen: a request for a script must not get a page.
    if (!isPage || /^\/(api|sandbox|assets)(\/|$)/.test(requested) || /\.\w+$/.test(requested)) {
      return reply.status(404).send(errorEnvelope(new Refusal({ name: "object.not_found" })));
    }
    // Any other path is the not-found screen, with its status.
    return sendPage(page, request, reply, isScreenPath(requested) ? 200 : 404);
  });
}
