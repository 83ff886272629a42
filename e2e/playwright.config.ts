import { defineConfig } from "@playwright/test";
import { chromiumPath } from "./chromium-path.ts";
import { desk } from "./widths.ts";

const report = process.env["PLAYWRIGHT_JSON_OUTPUT_FILE"];

export default defineConfig({
  testDir: "journeys",
  testMatch: "*.spec.ts",
  outputDir: "../test-results",
  fullyParallel: true,
  // Each worker runs its own system in addition to its browser, and waits for it a third of the time on two cores.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: report ? [["list"], ["json", { outputFile: report }]] : [["list"]],
  use: {
    launchOptions: { executablePath: chromiumPath(), args: ["--no-sandbox"] },
    viewport: desk,
    // A movement delays each click, and every frame of it is drawn.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // A trace of every step takes a fifth of the time: use `npm run journeys -- --trace on` when needed.
    trace: "off",
  },
});
