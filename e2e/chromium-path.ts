import { existsSync } from "node:fs";

const whole = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Returns the path of a browser with cameras, which the headless shell does not have, or null if none is installed. */
export function chromiumWithCameras(): string | null {
  return whole.find((place) => existsSync(place)) ?? null;
}

/** Returns the path of the browser: CHROMIUM_PATH, or the system's. */
export function chromiumPath(): string {
  const places = [process.env["CHROMIUM_PATH"], "/usr/bin/chromium-headless-shell", ...whole];
  const found = places.find((place) => place && existsSync(place));
  if (!found) throw new Error("no Chromium: install the package chromium-headless-shell, or name one in CHROMIUM_PATH");
  return found;
}
