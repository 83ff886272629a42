import { readFileSync } from "node:fs";

/** A link in the header of a sandbox's page. */
export interface PageLink {
  readonly name: string;
  readonly path: string;
}

/** The style sheet of every sandbox's pages. */
export const sandboxStyles = readFileSync(new URL("sandbox.css", import.meta.url), "utf8");
