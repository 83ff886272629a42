import { existsSync } from "node:fs";

/** The browser of the system; the test tool's own download where there is none. */
export function chromiumPath(): string {
  const found = [
    process.env["CHROMIUM"],
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ].find((path) => path && existsSync(path));
  if (!found) throw new Error("no Chromium: install the package chromium, or name one in CHROMIUM");
  return found;
}
