/** Draws the pictures of README.md from scenes of the gallery, in both themes: `npm run pictures`. */
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { chromiumPath } from "../chromium-path.ts";
import { serveBuiltPortal } from "./built-portal.ts";
import { openScene } from "./scenes.ts";

const out = join(import.meta.dirname, "../../docs/pictures");
const width = 1280;

/** Each picture's scene, and how much of it is shown. */
const pictures = [
  { name: "account", scene: "account", height: 1000 },
  { name: "team", scene: "team", height: 1000 },
  { name: "review", scene: "team-review", height: 800 },
  { name: "staff", scene: "admin-person", height: 1000 },
];

const portal = await serveBuiltPortal();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
try {
  for (const { name, scene, height } of pictures) {
    for (const theme of ["light", "dark"] as const) {
      const viewport = { width, height };
      const context = await browser.newContext({ viewport, colorScheme: theme, baseURL: portal.url });
      const page = await context.newPage();
      await openScene(page, scene);
      await page.screenshot({ path: join(out, `${name}-${theme}.png`), animations: "disabled" });
      await context.close();
    }
    console.log(name);
  }
} finally {
  await browser.close();
  await portal.close();
}
