import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { build, type Plugin, type Rolldown } from "vite";
import { css } from "./class-names.ts";
import { pseudoLanguage } from "./pseudo-language.ts";

const SCREEN = "/src/app/buying.tsx";

interface Files {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/**
 * Builds the files in `served/` with which the host serves the first view of /buy: `buying.html` has placeholders for title,
 * catalogue and view, and `served-buying.js` renders the view.
 */
export function buyingPage(): Plugin {
  let root = "";
  let folder = "";
  let files: Files = { scripts: [], styles: [] };
  return {
    name: "foyer-buying-page",
    apply: (config, { command }) => command === "build" && !config.build?.ssr && !config.build?.lib,
    configResolved(config) {
      root = config.root;
      folder = join(config.root, config.build.outDir);
    },
    writeBundle(_options, bundle) {
      files = filesOf(bundle);
    },
    closeBundle: {
      order: "pre",
      sequential: true,
      async handler() {
        // This is the page before the sign-in form is rendered into it.
        const html = await readFile(join(folder, "index.html"), "utf8");
        await mkdir(join(folder, "served"), { recursive: true });
        await writeFile(join(folder, "served/buying.html"), pageOf(html, files));
        await buildRenderer(root, join(folder, "served"));
      },
    },
  };
}

/** Returns the files of the screen, and of what it imports. */
function filesOf(bundle: Rolldown.OutputBundle): Files {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const screen = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(SCREEN)));
  if (!screen) throw new Error(`no file of the build contains ${SCREEN}`);
  const found = new Set([screen]);
  for (const chunk of found) {
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === "chunk") found.add(imported);
    }
  }
  const all = [...found];
  return {
    scripts: all.map(({ fileName }) => `/${fileName}`),
    styles: all.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]).map((name) => `/${name}`),
  };
}

/** Returns the page with the screen's files and without what only other screens need. */
function pageOf(html: string, { scripts, styles }: Files): string {
  const more = styles.filter((href) => !html.includes(`href="${href}"`));
  const ahead = more.map((href) => `<link rel="preload" as="style" href="${href}">`).join("");
  const sheets = more.map((href) => `<link rel="stylesheet" href="${href}">`).join("");
  return html
    .replace(/<title>.*?<\/title>/, "<title><!--buying-title--></title>")
    .replace(/<link rel="preload" as="style"[^>]*>/, (link) => link + ahead)
    .replace(/(?:<link rel="stylesheet"[^>]*>)+/, (links) => links + sheets)
    .replace(/name="portal-parts" content="([^"]*)"/, (_, named: string) => {
      const parts = [...scripts.filter((script) => !named.split(" ").includes(script)), named];
      return `name="portal-parts" content="${parts.join(" ")}"`;
    })
    .replace("<!--first-sign-in-->", "<!--first-buying-->")
    .replaceAll(/\s*<template id="first-(?:account|parts)">.*?<\/template>/g, "");
}

async function buildRenderer(root: string, outDir: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    css,
    plugins: [pseudoLanguage(), react()],
    // Selects the production build of React.
    define: { "process.env.NODE_ENV": '"production"' },
    ssr: { noExternal: true },
    build: { ssr: "src/app/served-buying.tsx", outDir, emptyOutDir: false, target: "node24" },
  });
}
