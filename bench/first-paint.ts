import { startFoyer } from "@foyer/testing/running-system";
import { type Browser, chromium, type Page } from "@playwright/test";
import { brotliCompressSync } from "node:zlib";
import { chromiumPath } from "../e2e/chromium-path.ts";
import { serveBareReact } from "./bare-react.ts";
import { CPU_SLOWER, type Look, look, type Screen } from "./look.ts";
import { type Figure, median, type Part } from "./part.ts";
import { serveStaticPage, STATIC_ACTION } from "./static-page.ts";

const ROUNDS = 5;
const lines = [
  {
    type: "account",
    username: "paula",
    email: "paula@birch.example",
    password: "paint-the-page-9",
    cards: ["4242424242424242"],
  },
  {
    type: "license",
    id: "lic-1",
    owners: ["paula"],
    product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
    description: "Outlinear 5",
    total_seats: 25,
  },
  { type: "subscription", license: "lic-1", card: null },
  { type: "seat", id: "seat-1", license: "lic-1", username: "paula" },
  {
    type: "license",
    id: "lic-2",
    owners: ["paula"],
    product_id: "DIAGRAM-6",
    description: "Diagrammer Oak 6",
    total_seats: 5,
    key: "OAK6-0001",
  },
];

async function keptSession(system: Awaited<ReturnType<typeof startFoyer>>): Promise<string> {
  const form = { username: "paula", password: "paint-the-page-9" };
  const { body } = await system.call("POST", "/api/1.1/signin/", { form });
  const ends = Date.now() + 800_000;
  return JSON.stringify({
    accessToken: body.token.access_token,
    accessEndsAt: ends,
    sessionEndsAt: ends,
  });
}

/** A figure with a highest value, and how far it is above it. */
function atMost(what: string, value: number, wanted: number, unit: string, detail = "", digits = 1): Figure {
  const holds = value <= wanted;
  return {
    what,
    figure: `${value.toFixed(digits)} ${unit}${detail}`,
    wanted: `at most ${wanted} ${unit}`,
    holds,
    lacks: holds ? undefined : `${(value - wanted).toFixed(digits)} ${unit}`,
  };
}

function budgetOf(
  what: string,
  looks: readonly Look[],
  wanted: number,
  of: "bytes" | "bytesForData" = "bytes",
): Figure {
  return atMost(what, median(looks.map((look) => look[of])) / 1000, wanted, "KB");
}

type Moment = "lcp" | "data" | "whole" | "sent";

/** @param limitOf the limit's own moment, where it is not its largest paint. */
function paintOf(
  what: string,
  looks: readonly Look[],
  bare: readonly Look[],
  wanted: number,
  of: Moment = "lcp",
  limitOf: Moment = "lcp",
): Figure {
  const ours = median(looks.map((look) => look[of]));
  const limit = median(bare.map((look) => look[limitOf]));
  return atMost(what, ours / limit, wanted, "×", ` (${ours.toFixed(0)} ms against ${limit.toFixed(0)} ms)`, 2);
}

/** Counts every request: the page itself, scripts, styles, calls to the services, the icon, and the log of the revision. */
function requestsOf(what: string, looks: readonly Look[], wanted: number): Figure {
  return atMost(what, Math.max(...looks.map(({ requests }) => requests)), wanted, "requests", "", 0);
}

/** Compressed bytes of the scripts that stand in the page: with them the form acts. */
function inPageOf(what: string, served: string, wanted: number): Figure {
  const texts = [...served.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = ""]) => text);
  const kilobytes = texts.reduce((sum, text) => sum + brotliCompressSync(text).length, 0) / 1000;
  return atMost(what, kilobytes, wanted, "KB");
}

function shiftOf(what: string, looks: readonly Look[], wanted = 0.02): Figure {
  return atMost(what, Math.max(...looks.map(({ shift }) => shift)), wanted, "of the view", "", 3);
}

/** Returns a page's markup in a browser after React has taken it over. */
async function drawnBy(browser: Browser, url: string): Promise<string> {
  const page = await browser.newPage();
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForFunction(() => !("foyerBuying" in window));
  const drawn = await page.evaluate(() => document.getElementById("root")?.outerHTML ?? "");
  await page.close();
  return drawn;
}

const readyForm = (page: Page): Promise<void> => page.getByRole("button", { name: "Sign In" }).waitFor();

const readyBuying = (page: Page): Promise<void> => page.getByRole("button", { name: "Continue" }).waitFor();

async function readyAccount(page: Page): Promise<void> {
  await page.getByText("paula@birch.example").first().waitFor();
  await page.getByRole("table").first().waitFor();
}

async function run(): Promise<readonly Figure[]> {
  const system = await startFoyer({ lines });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
  const bare = await serveBareReact(system.url);
  const served = await (await fetch(system.url)).text();
  const buyUrl = `${system.url}/buy?plan=OUTLINE-5-SUB-ANNUAL-WEB&seats=25`;
  const still = await serveStaticPage(system.url, served, await drawnBy(browser, system.url));
  const servedBuying = await (await fetch(buyUrl)).text();
  const stillBuying = await serveStaticPage(system.url, servedBuying, await drawnBy(browser, buyUrl));
  const session = await keptSession(system);
  const signIn = { url: `${system.url}/`, session: null, ready: readyForm };
  const click = { session: null, ready: () => Promise.resolve() };
  try {
    const screens: Screen[] = [
      { name: "bare", url: bare.url, session: null, ready: (page) => page.getByRole("heading").waitFor() },
      { name: "bareAccount", url: `${bare.url}/account`, session, ready: readyAccount },
      { name: "still", url: still.url, session: null, ready: readyForm },
      { name: "signIn", ...signIn },
      { name: "account", url: `${system.url}/`, session, ready: readyAccount },
      { name: "stillClicked", url: still.url, ...click, clickedFor: STATIC_ACTION },
      { name: "clicked", url: signIn.url, ...click, clickedFor: "/api/1.1/signin/" },
      { name: "stillBuying", url: stillBuying.url, session: null, ready: readyBuying },
      { name: "buying", url: buyUrl, session: null, ready: readyBuying },
    ];
    const looks: Record<string, Look[]> = {};
    // The first round warms caches of disk and compiler, and is thrown away.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const screen of screens) {
        const seen = await look(browser, screen);
        if (round > 0) (looks[screen.name] ??= []).push(seen);
      }
    }
    const of = (name: string): readonly Look[] => looks[name] ?? [];
    return [
      inPageOf("sign-in, script until it acts", served, 12),
      paintOf("sign-in, largest paint, to static", of("signIn"), of("still"), 1.05),
      paintOf("sign-in, early click, to static", of("clicked"), of("stillClicked"), 1.1, "sent", "sent"),
      budgetOf("sign-in, scripts and styles", of("signIn"), 90),
      paintOf("sign-in, largest paint", of("signIn"), of("bare"), 1.2),
      shiftOf("sign-in, layout shift", of("signIn")),
      budgetOf("account page until its data, files", of("account"), 100, "bytesForData"),
      budgetOf("account page, scripts and styles", of("account"), 100),
      requestsOf("account page, requests", of("account"), 12),
      paintOf("account page, with its data", of("account"), of("bareAccount"), 1.1, "data", "data"),
      paintOf("account page, all it shows", of("account"), of("bareAccount"), 1.6, "whole", "whole"),
      paintOf("account page, largest paint", of("account"), of("bare"), 1.5),
      shiftOf("account page, layout shift", of("account")),
      paintOf("/buy, largest paint, to static", of("buying"), of("stillBuying"), 1.1),
      shiftOf("/buy, layout shift", of("buying"), 0),
    ];
  } finally {
    await browser.close();
    bare.close();
    still.close();
    stillBuying.close();
    await system.close();
  }
}

export const firstPaint: Part = {
  about: `largest paint with the CPU ${CPU_SLOWER} times slower on slow 4G, against static HTML and bare React, ${ROUNDS} rounds`,
  run,
};
