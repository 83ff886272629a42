import type { Plugin } from "vite";

const MARK = "<!--account-parts-->";

/**
 * Names in the page what the account page is made of, so that `early.ts` can ask for it at once where somebody is signed in,
 * and need not wait for the scripts that would ask for it.
 */
export function accountParts(): Plugin {
  return {
    name: "foyer-account-parts",
    apply: (config) => !config.build?.ssr && !config.build?.lib,
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const files = Object.keys(bundle ?? {});
        const partsOf = (chunk: RegExp): string =>
          files
            .filter((file) => chunk.test(file))
            .map((file) => `/${file}`)
            .join(" ");
        const [account, lower] = [/^assets\/account-[^/]*\.(js|css)$/, /^assets\/lower-[^/]*\.(js|css)$/].map(partsOf);
        return html.replace(MARK, `<meta name="account-parts" content="${account}" data-lower="${lower}">`);
      },
    },
  };
}
