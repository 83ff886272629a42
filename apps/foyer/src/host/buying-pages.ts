import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Catalogue } from "@foyer/contract/checkout";
import { jsonElement, type Page, pageOf, type Template } from "./portal-page.ts";

/** Returns what is on sale, or null while that is not known. */
export type CatalogueSource = () => Promise<Catalogue | null>;

/** The portal's own renderer of the view. */
type RenderBuying = (catalogue: Catalogue, search: string) => Promise<{ root: string; title: string }>;

interface BuyingContent {
  readonly template: Template;
  /** Short name of the vendor. */
  readonly provider: string;
  readonly catalogue: CatalogueSource;
}

/** Links of more characters are left to the application. */
const MOST_SEARCH = 1_000;
/** Pages kept for links that are opened often. */
const MOST_KEPT = 200;

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/**
 * Returns a function that makes the page of /buy with its first view in it, by the address's `?plan=…`. It returns null
 * if the catalogue is not known: the application then draws the page.
 *
 * @param folder of the renderer that the build has made.
 */
export function buyingPages(
  folder: string,
  { template, provider, catalogue }: BuyingContent,
): (search: string) => Promise<Page | null> {
  const kept = new Map<string, Page>();
  let keptFor = "";
  let rendering: Promise<RenderBuying> | null = null;

  async function load(): Promise<RenderBuying> {
    const file = pathToFileURL(path.join(folder, "served-buying.js")).href;
    return ((await import(file)) as { renderBuying: RenderBuying }).renderBuying;
  }

  function keep(search: string, page: Page): Page {
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(search, page);
    return page;
  }

  return async (search) => {
    const sold = search.length > MOST_SEARCH ? null : await catalogue();
    if (!sold) return null;
    const element = jsonElement("foyer-catalogue", sold);
    if (element !== keptFor) {
      kept.clear();
      keptFor = element;
    }
    const known = kept.get(search);
    if (known) return known;
    // Loaded with the first request. Nothing else on the host needs React.
    rendering ??= load();
    const render = await rendering;
    const { root, title } = await render(sold, search);
    const html = template.html
      .replace("<!--buying-title-->", () => escaped(title.replace("%provider%", () => provider)))
      .replace('<meta name="portal-parts"', (part) => element + part)
      .replace("<!--first-buying-->", () => root);
    return keep(search, pageOf(template, html));
  };
}
