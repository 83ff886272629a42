import { join } from "node:path";
import { build, type Plugin } from "vite";
import { pathsByUse } from "./paths-by-use.ts";
import { pseudoLanguage } from "./pseudo-language.ts";

const MARK = "<!--early-script-->";

/**
 * Builds `src/early/early.ts` to a small classic script inside the page, so that its requests need no round trip before them.
 * The content policy allows it by its hash. A module would run only after the page was parsed, too late to choose the colors.
 */
export function earlyScript(): Plugin {
  let root = "";
  return {
    name: "foyer-early-script",
    apply: (config) => !config.build?.ssr && !config.build?.lib,
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: "post",
      async handler(html) {
        const script = await bundleEarly(root);
        return html.replace(MARK, () => `<script>${script}</script>`);
      },
    },
  };
}

/** Escapes text that would end the script element or begin a comment. */
const inElement = (code: string): string => code.trim().replaceAll(/<(?=\/script|!--)/gi, "\\x3c");

async function bundleEarly(root: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: "warn",
    plugins: [pathsByUse(), pseudoLanguage()],
    build: {
      write: false,
      target: ["chrome123", "firefox120", "safari17.5"],
      lib: { entry: join(root, "src/early/early.ts"), formats: ["iife"], name: "foyerEarlyScript" },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  for (const output of outputs) {
    if (!("output" in output)) continue;
    for (const file of output.output) if (file.type === "chunk") return inElement(file.code);
  }
  throw new Error("the build of the early script has no output");
}
