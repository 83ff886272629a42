import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Plugin } from "vite";

/** Writes a `.br` file next to every text file of the build, if it is smaller. */
export function brotliFiles(): Plugin {
  let folder = "";
  return {
    name: "foyer-brotli",
    apply: (config, { command }) => command === "build" && !config.build?.ssr,
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        for (const entry of await readdir(folder, { recursive: true })) {
          if (/^(?!served\/).*\.(js|css|svg|txt|webmanifest)$/.test(entry)) await compress(join(folder, entry));
        }
      },
    },
  };
}

async function compress(file: string) {
  const content = await readFile(file);
  const small = brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  if (small.length < content.length) await writeFile(`${file}.br`, small);
}
