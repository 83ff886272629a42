import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build, type Plugin } from "vite";
import { css } from "./class-names.ts";
import { pseudoLanguage } from "./pseudo-language.ts";

interface FirstScreens {
  title: string;
  signIn: string;
  account: string;
  parts: string;
  instead: string;
  noScript: string;
}

/**
 * Renders the sign-in form and the account page's skeleton into the page, so that they show before React has loaded.
 */
export function firstScreens(): Plugin {
  let root = "";
  let folder = "";
  return {
    name: "foyer-first-screens",
    apply: (config, { command }) => command === "build" && !config.build?.ssr && !config.build?.lib,
    configResolved(config) {
      root = config.root;
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: {
      order: "pre",
      sequential: true,
      async handler() {
        const { title, signIn, account, parts, instead, noScript } = await render(root);
        for (const name of ["index.html", "served/buying.html"]) {
          const page = join(folder, name);
          const html = await readFile(page, "utf8");
          const filled = html
            .replace("<title>Sign In</title>", () => `<title>${title}</title>`)
            .replace("<!--first-sign-in-->", () => signIn)
            .replace("<!--first-account-->", () => account)
            .replace("<!--first-parts-->", () => parts)
            .replace("<!--first-instead-->", () => instead)
            .replace("<!--no-script-->", () => noScript);
          await writeFile(page, filled);
        }
      },
    },
  };
}

async function render(root: string): Promise<FirstScreens> {
  const out = await mkdtemp(join(tmpdir(), "foyer-first-screens-"));
  try {
    await build({
      root,
      configFile: false,
      logLevel: "warn",
      css,
      plugins: [pseudoLanguage(), react()],
      ssr: { noExternal: true },
      build: { ssr: "src/app/first-screens.tsx", outDir: out, emptyOutDir: true, target: "node20" },
    });
    const screens = (await import(pathToFileURL(join(out, "first-screens.js")).href)) as {
      renderFirstScreens: () => Promise<FirstScreens>;
    };
    return await screens.renderFirstScreens();
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}
