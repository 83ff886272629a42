import { existsSync } from "node:fs";

/** Returns the path of the browser: CHROMIUM_PATH, or the system's. */
export function chromiumPath(): string {
  const places = [
    process.env["CHROMIUM_PATH"],
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ];
  const found = places.find((place) => place && existsSync(place));
  if (!found) throw new Error("no Chromium: install the package chromium-headless-shell, or name one in CHROMIUM_PATH");
  return found;
}
