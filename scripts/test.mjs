// Runs every test: `npm test`, or those with a matching file or title: `npm test -- seats`.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { pinnedNode, prepare } from "./prepare.mjs";

prepare({ portal: true });
const filters = process.argv.slice(2);

// The headless shell takes two thirds of the full browser's time.
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const CHROMIUM = [HEADLESS_SHELL, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named && fs.existsSync(named)) return named;
  return CHROMIUM.find((place) => fs.existsSync(place));
}

/** Installs Debian's Chromium for the screen tests if it is missing and the process has the right to do so. */
function ensureChromium() {
  const found = findChromium();
  if (found && (found === process.env.CHROMIUM_PATH || found === HEADLESS_SHELL)) return found;
  if (process.getuid?.() === 0 && fs.existsSync("/usr/bin/apt-get")) {
    console.error("Installing Chromium (once) …");
    const quiet = { stdio: ["ignore", "ignore", 2], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    const install = (name) => spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], quiet);
    spawnSync("apt-get", ["update", "-qq"], quiet);
    if (install("chromium-headless-shell").status !== 0 && !found) install("chromium");
  }
  const installed = findChromium();
  if (!installed)
    console.error(
      "The tests need Chromium: install it (Debian: apt-get install chromium-headless-shell), or name it in CHROMIUM_PATH.",
    );
  return installed;
}

function runTests(label, args, env = {}) {
  console.log(`\n${label}`);
  return (
    spawnSync(pinnedNode(), args, { stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, ...env } })
      .status ?? 1
  );
}

function readResults(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : null;
}

/** Returns `where › title: why` for each failed test in vitest's report. */
function failuresOfVitest(report) {
  return (report?.testResults ?? []).flatMap(({ name, assertionResults, message }) => {
    const failures = assertionResults.filter(({ status }) => status === "failed");
    const why = failures.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0] ?? ""}`);
    // A file that could not be loaded has no test name.
    return (why.length === 0 && message ? [message] : why).map((text) => `${path.relative(".", name)} › ${text}`);
  });
}

/** Returns the same for Playwright's report. */
function failuresOfPlaywright(suite) {
  const own = (suite?.specs ?? []).filter(({ ok }) => !ok);
  return [
    ...own.map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []));
      return `${file} › ${title}: ${errors[0] ?? ""}`;
    }),
    ...(suite?.suites ?? []).flatMap(failuresOfPlaywright),
  ];
}

const firstLines = (text) => stripVTControlCharacters(text).split("\n").slice(0, 4).join("\n  ");

fs.rmSync(".cache/tests", { recursive: true, force: true });
fs.mkdirSync(".cache/tests", { recursive: true });
let passed = 0;
let failed = 0;

const chromium = ensureChromium();
const vitestStatus = runTests(
  "Rules, services and tools",
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--passWithNoTests",
    "--reporter=default",
    "--reporter=json",
    "--outputFile.json=.cache/tests/vitest.json",
    ...filters,
  ],
  chromium ? { CHROMIUM_PATH: chromium } : {},
);
const vitest = readResults(".cache/tests/vitest.json");
const failures = failuresOfVitest(vitest);
passed += vitest?.numPassedTests ?? 0;
failed += vitest?.numFailedTests ?? 0;
// A file that could not be loaded fails without a failed test.
if (vitestStatus !== 0 && (vitest?.numFailedTests ?? 0) === 0) failed += 1;

if (chromium) {
  const status = runTests(
    "Journeys in Chromium",
    [
      "node_modules/@playwright/test/cli.js",
      "test",
      "-c",
      "e2e/playwright.config.ts",
      "--pass-with-no-tests",
      ...filters,
    ],
    { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: `${process.cwd()}/.cache/tests/playwright.json` },
  );
  const journeys = readResults(".cache/tests/playwright.json");
  failures.push(...failuresOfPlaywright(journeys));
  const stats = journeys?.stats;
  passed += (stats?.expected ?? 0) + (stats?.flaky ?? 0);
  failed += stats?.unexpected ?? 0;
  if (status !== 0 && (stats?.unexpected ?? 0) === 0) failed += 1;
} else {
  failed += 1;
}

const summary = `${passed} passed, ${failed} failed`;
fs.writeFileSync(".cache/tests/summary", `${summary}\n`);
// Repeat the failures at the end of the log, where readers look first.
for (const failure of failures) console.log(`\nFAILED ${firstLines(failure)}`);
console.log(`\n${summary}`);
process.exitCode = failed === 0 ? 0 : 1;
