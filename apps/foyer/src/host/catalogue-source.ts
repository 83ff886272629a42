import { type Catalogue, catalogue } from "@foyer/contract/checkout";
import type { Logger } from "@foyer/service-kit/log";
import type { CatalogueSource } from "./buying-pages.ts";

/** As long as its answer may be cached. */
const FRESH_MS = 60_000;
/** A page does not wait longer for it. */
const TIMEOUT_MS = 1_000;

/** Reads the catalogue of the purchase service at that address, at most once a minute. */
export function catalogueSource(purchaseUrl: string, log: Pick<Logger, "warn">): CatalogueSource {
  let read: { readonly at: number; readonly answer: Promise<Catalogue | null> } | null = null;

  async function ask(): Promise<Catalogue | null> {
    try {
      const answer = await fetch(`${purchaseUrl}/api/v2/catalogue`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (answer.ok) return catalogue.parse(await answer.json());
      log.warn({ status: answer.status }, "the page of /buy is served without its first view");
    } catch (error) {
      log.warn({ err: error }, "the page of /buy is served without its first view");
    }
    // The next request asks again.
    read = null;
    return null;
  }

  return () => {
    if (!read || performance.now() - read.at > FRESH_MS) read = { at: performance.now(), answer: ask() };
    return read.answer;
  };
}
