import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Catalogue } from "@foyer/contract/checkout";
import { fillPlaceholders, type PortalSettings } from "@foyer/contract/portal-settings";
import { jsonElement, type Page, pageOf, type Template } from "./portal-page.ts";

/** Returns what is on sale, or null while that is not known. */
export type CatalogueSource = () => Promise<Catalogue | null>;

/** The portal's own renderer of the view. */
interface Renderer {
  renderBuying(catalogue: Catalogue, search: string): Promise<{ root: string; title: string }>;
  /** Names of the parameters that the view depends on. */
  readonly parameters: readonly string[];
}

interface BuyingContent {
  readonly template: Template;
  readonly settings: Pick<PortalSettings, "brand">;
  readonly catalogue: CatalogueSource;
}

/** Links of more characters are left to the application. */
const MOST_SEARCH = 1_000;
/** Pages kept for links that are opened often. */
const MOST_KEPT = 200;

/** Pages that are rendered in a second, about 5 ms each. More links than that are left to the application. */
const MOST_RENDERED = 20;

/** Returns the parameters that count, in one order, so that others make no page of their own. */
function counted(search: string, names: readonly string[]): string {
  const asked = new URLSearchParams(search);
  const said = names.flatMap((name) => {
    const value = asked.get(name);
    return value === null ? [] : [[name, value]];
  });
  return said.length === 0 ? "" : `?${new URLSearchParams(said).toString()}`;
}

/** Returns a function that is true at most `most` times in a second. */
function budget(most: number): () => boolean {
  let second = 0;
  let used = 0;
  return () => {
    const now = Math.floor(performance.now() / 1_000);
    used = now === second ? used + 1 : 1;
    second = now;
    return used <= most;
  };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/**
 * Returns a function that makes the page of /buy with its first view in it, by the address's `?plan=…`. It returns null
 * if the catalogue is not known, or if too many different links are opened: the application then draws the page.
 *
 * @param folder of the renderer that the build has made.
 */
export function buyingPages(
  folder: string,
  { template, settings, catalogue }: BuyingContent,
): (search: string) => Promise<Page | null> {
  const kept = new Map<string, Page>();
  let keptFor = "";
  let rendering: Promise<Renderer> | null = null;
  const mayRender = budget(MOST_RENDERED);

  async function load(): Promise<Renderer> {
    return (await import(pathToFileURL(path.join(folder, "served-buying.js")).href)) as Renderer;
  }

  function keep(search: string, page: Page): Page {
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(search, page);
    return page;
  }

  return async (asked) => {
    const sold = asked.length > MOST_SEARCH ? null : await catalogue();
    if (!sold) return null;
    const element = jsonElement("foyer-catalogue", sold);
    if (element !== keptFor) {
      kept.clear();
      keptFor = element;
    }
    // Loaded with the first request. Nothing else on the host needs React.
    rendering ??= load();
    const renderer = await rendering;
    const search = counted(asked, renderer.parameters);
    const known = kept.get(search);
    if (known) return known;
    if (!mayRender()) return null;
    const { root, title } = await renderer.renderBuying(sold, search);
    const html = template.html
      .replace("<!--buying-title-->", () => fillPlaceholders(escaped(title), settings))
      .replace('<meta name="portal-parts"', (part) => element + part)
      .replace("<!--first-buying-->", () => fillPlaceholders(root, settings));
    return keep(search, pageOf(template, html));
  };
}
