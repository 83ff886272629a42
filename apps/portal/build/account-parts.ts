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
        const parts = Object.keys(bundle ?? {}).filter((file) => /^assets\/account-[^/]*\.(js|css)$/.test(file));
        const content = parts.map((file) => `/${file}`).join(" ");
        return html.replace(MARK, `<meta name="account-parts" content="${content}">`);
      },
    },
  };
}
