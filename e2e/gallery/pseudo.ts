/**
 * Renders scenes in the pseudo-language, mirrored, at two widths to `gallery/out-pseudo`, and lists what overflows, is cut or
 * stays English: `npm run gallery-pseudo [-- part-of-a-name]`. Builds the portal for it. Ends with `0 faults`;
 * with a fault it exits with 1. `pseudo-stays.ts` lists what stays in English, and why.
 */
import { spawnSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { chromiumPath } from "../chromium-path.ts";
import { answerCalls } from "./answer-calls.ts";
import { serveBuiltPortal } from "./built-portal.ts";
import { faultsOn } from "./pseudo-faults.ts";
import { pseudoPage } from "./pseudo-page.ts";
import type { Scene } from "./scene.ts";
import { scenes } from "./scenes.ts";

const root = join(import.meta.dirname, "../..");
const built = join(root, "gallery/pseudo");
const out = join(root, "gallery/out-pseudo");
const widths = [390, 1280];
const AT_ONCE = 2;

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
// The browser's own error messages are in no catalog.
const chosen = scenes.filter(
  ({ name }) => name !== "failure" && (wanted.length === 0 || wanted.some((part) => name.includes(part))),
);

const portalFolder = join(root, "apps/portal");
const vite = join(root, "node_modules/vite/bin/vite.js");
const done = spawnSync(process.execPath, [vite, "build", "--outDir", relative(portalFolder, built), "--emptyOutDir"], {
  cwd: portalFolder,
  env: { ...process.env, PORTAL_LANGUAGE: "pseudo" },
  stdio: ["ignore", "ignore", "inherit"],
});
if (done.status !== 0) throw new Error("the portal could not be built");

await mkdir(out, { recursive: true });
const portal = await serveBuiltPortal({ folder: built, isMirrored: true });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
/** Each fault, with the scenes and widths that show it. */
const faults = new Map<string, string[]>();
try {
  const left = chosen.flatMap((scene) => widths.map((width) => ({ scene, width })));
  const drawLeft = async () => {
    // One page after the other.
    // oxlint-disable-next-line eslint/no-await-in-loop
    for (let next = left.shift(); next; next = left.shift()) await draw(browser, next.scene, next.width);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, drawLeft));
} finally {
  await browser.close();
  await portal.close();
}
for (const [fault, places] of [...faults].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  console.error(`${fault}\n    ${places.toSorted().join(", ")}`);
}
console.log(`Pictures are in ${out}.`);
console.log(`${chosen.length} scenes, ${faults.size} faults`);
process.exitCode = faults.size > 0 ? 1 : 0;

async function draw(using: Browser, scene: Scene, width: number) {
  const place = `${scene.name} ${width}`;
  const context = await using.newContext({
    viewport: { width, height: 900 },
    reducedMotion: "reduce",
    baseURL: portal.url,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  try {
    await answerCalls(page, scene);
    await page.goto(scene.path);
    const typed: string[] = [];
    await scene.ready(pseudoPage(page));
    await scene.act?.(pseudoPage(page, typed));
    for (const fault of await faultsOn(page, scene, typed)) report(fault, place);
  } catch (error) {
    report(String(error).slice(0, 400), place);
  } finally {
    const path = join(out, `${scene.name}-${width}.png`);
    await page
      .screenshot({ path, fullPage: !scene.viewportOnly })
      .catch((error: unknown) => report(String(error).slice(0, 100), place));
    await context.close();
  }
}

function report(fault: string, place: string) {
  faults.set(fault, [...(faults.get(fault) ?? []), place]);
}
