import { readFileSync } from "node:fs";

/** The style sheet of every sandbox's pages. */
export const sandboxStyles = readFileSync(new URL("sandbox.css", import.meta.url), "utf8");
