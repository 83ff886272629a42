import type { Plugin } from "vite";

const SCRIPT = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/g;
const PRELOAD = /\s*<link rel="modulepreload"[^>]*>/g;
const STYLE = /\s*<link rel="stylesheet"[^>]* href="([^"]+)">/g;

/**
 * Lists the files of the application and of the account page in the page, so that `early.ts` loads them when they are needed.
 * The sign-in form works without them. The styles are preloaded in the page's first line. Their links follow the first script,
 * which would otherwise wait for them.
 */
export function portalParts(): Plugin {
  return {
    name: "foyer-portal-parts",
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
        const scripts = [...html.matchAll(SCRIPT)].map(([, src]) => src);
        const styles = [...html.matchAll(STYLE)].map(([, href]) => href ?? "");
        const account = partsOf(/^assets\/account-[^/]*\.(js|css)$/);
        const lower = partsOf(/^assets\/lower-[^/]*\.(js|css)$/);
        const signIn = partsOf(/^assets\/sign-in-[^/]*\.js$/);
        // The served page shows the form before it loads that file.
        if (files.some((file) => /^assets\/sign-in-[^/]*\.css$/.test(file)))
          throw new Error("the sign-in form has styles of its own");
        const parts =
          `<meta name="portal-parts" content="${scripts.join(" ")}" data-sign-in="${signIn}">` +
          `<meta name="account-parts" content="${account}" data-lower="${lower}">`;
        return html
          .replaceAll(SCRIPT, "")
          .replaceAll(PRELOAD, "")
          .replaceAll(STYLE, "")
          .replace("<!--portal-parts-->", parts)
          .replace(
            "<!--styles-ahead-->",
            styles.map((href) => `<link rel="preload" as="style" href="${href}">`).join(""),
          )
          .replace("<!--styles-->", styles.map((href) => `<link rel="stylesheet" href="${href}">`).join(""));
      },
    },
  };
}
