import { join } from "node:path";
import { build, type Plugin } from "vite";

const MARK = "<!--early-script-->";

/**
 * Builds `src/early/early.ts` to a small classic script of its own, and names it in the page: a module would run only
 * after the page was read, too late to choose its colors.
 */
export function earlyScript(): Plugin {
  let root = "";
  return {
    name: "foyer-early-script",
    apply: (config) => !config.build?.ssr && !config.build?.lib,
    configResolved(config) {
      root = config.root;
    },
    async generateBundle() {
      this.emitFile({ type: "asset", name: "early.js", source: await bundleEarly(root) });
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const file = Object.values(bundle ?? {}).find(({ fileName }) => /\bearly-[^/]*\.js$/.test(fileName));
        return html.replaceAll(MARK, file ? `<script src="/${file.fileName}"></script>` : "");
      },
    },
  };
}

async function bundleEarly(root: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: "warn",
    build: {
      write: false,
      target: "es2022",
      lib: { entry: join(root, "src/early/early.ts"), formats: ["iife"], name: "foyerEarlyScript" },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  for (const output of outputs) {
    if (!("output" in output)) continue;
    for (const file of output.output) if (file.type === "chunk") return file.code;
  }
  throw new Error("the early script came to nothing");
}
