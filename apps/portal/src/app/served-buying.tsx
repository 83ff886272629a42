import { StrictMode } from "react";
import type { Catalogue } from "@foyer/contract/checkout";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router";
import { words } from "#words/buy";
import { words as screens } from "#words/screens";
import { catalogueQuery } from "../buy/queries.ts";
import { queryClient } from "../shared/requests/query-client.ts";
import { linkNames } from "../shared/served/served-buying.ts";
import { App } from "./app.tsx";
import { fetchBuying } from "./routes.tsx";

/** Names of the parameters that the view depends on. */
export const parameters = linkNames;

/**
 * Renders the first view of /buy for a person who is signed out and has stored no choice. The host calls it.
 *
 * @param search of the address, `?plan=…`.
 * @returns the markup of `#root` and the title as text, both with `%name%` in place of the brand's words.
 */
export async function renderBuying(catalogue: Catalogue, search: string): Promise<{ root: string; title: string }> {
  await fetchBuying();
  queryClient.setQueryData(catalogueQuery.queryKey, catalogue);
  const root = renderToString(
    <StrictMode>
      <StaticRouter location={`/buy${search}`}>
        <App />
      </StaticRouter>
    </StrictMode>,
  );
  return { root, title: screens.titleOf(words.pageTitle, "%provider%") };
}
