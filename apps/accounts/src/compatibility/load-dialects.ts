import type { FastifyPluginAsync } from "fastify";
import type { Deps } from "../deps.ts";

/** Serves the dialects that the brand names. Each is a folder that nothing imports. */
export const dialects =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    for (const name of deps.brand.compatibility ?? []) {
      const address = new URL(`${name}/plugin.ts`, import.meta.url).href;
      const { plugin } = (await import(address)) as { readonly plugin: (of: Deps) => FastifyPluginAsync };
      await app.register(plugin(deps));
    }
  };
