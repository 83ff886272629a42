/**
 * Renders every screen in every state as pictures to `gallery/out`: `npm run gallery [-- part-of-a-name]`. Draws the
 * scenes itself: their replies follow the contract's types. The journeys draw the states that they check with
 * `expectAccessible`. The portal is the last build.
 */
import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Browser } from "@playwright/test";
import { chromiumPath } from "../chromium-path.ts";
import { pictureName } from "../axe.ts";
import { answerCalls } from "./answer-calls.ts";
import { serveBuiltPortal } from "./built-portal.ts";
import type { Scene } from "./scene.ts";
import { scenes } from "./scenes.ts";

const out = join(import.meta.dirname, "../../gallery/out");
const widths = [390, 768, 1280];
const themes = ["light", "dark"] as const;

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
const isQuick = process.argv.includes("--quick");
const isChosen = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part));
const chosen = scenes.filter(({ name }) => isChosen(name));

if (wanted.length === 0) await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const portal = await serveBuiltPortal();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
let faults = 0;
try {
  for (const scene of chosen) {
    for (const width of isQuick ? [1280] : widths) {
      for (const theme of isQuick ? (["light"] as const) : themes) await draw(browser, scene, width, theme);
    }
    console.log(scene.name);
  }
} finally {
  await browser.close();
  await portal.close();
}
if (!isQuick) await drawJourneys();
console.log(`${chosen.length} scenes in ${out}${faults > 0 ? `, ${faults} faults` : ""}`);
process.exitCode = faults > 0 ? 1 : 0;

/** Runs the specs with a chosen state. A spec names its states in calls of `expectAccessible`. */
async function drawJourneys() {
  const folder = join(import.meta.dirname, "../journeys");
  const files = (await readdir(folder)).filter((name) => name.endsWith(".spec.ts"));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  const specs = files.filter((name, at) =>
    [...(texts[at] ?? "").matchAll(/expectAccessible\(\w+, "([^"]+)"/g)].some(([, state]) =>
      isChosen(pictureName(name, state ?? "")),
    ),
  );
  if (specs.length === 0) return;
  const cli = join(import.meta.dirname, "../../node_modules/@playwright/test/cli.js");
  const ended = spawnSync(
    process.execPath,
    [cli, "test", "-c", "e2e/playwright.config.ts", ...specs.map((name) => `/${name}`)],
    {
      cwd: join(import.meta.dirname, "../.."),
      env: { ...process.env, GALLERY_OUT: out },
      stdio: "inherit",
    },
  );
  if (ended.status !== 0) faults += 1;
}

async function draw(using: Browser, scene: Scene, width: number, theme: (typeof themes)[number]) {
  const context = await using.newContext({
    viewport: { width, height: 900 },
    colorScheme: theme,
    reducedMotion: "reduce",
    baseURL: portal.url,
  });
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() !== "error" || /Failed to load resource|status of/.test(message.text())) return;
    faults += 1;
    console.error(`${scene.name} ${width} ${theme}: ${message.text()}`);
  });
  try {
    await answerCalls(page, scene);
    await page.goto(scene.path);
    await scene.ready(page);
    await scene.act?.(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (overflow > 0) {
      faults += 1;
      console.error(`${scene.name} ${width}: scrolls sideways by ${overflow} px`);
    }
    await page.screenshot({ path: join(out, `${scene.name}-${width}-${theme}.png`), fullPage: !scene.viewportOnly });
  } catch (error) {
    faults += 1;
    console.error(`${scene.name} ${width} ${theme}: ${String(error).slice(0, 600)}`);
    await page.screenshot({ path: join(out, `${scene.name}-${width}-${theme}.png`) });
  } finally {
    await context.close();
  }
}
