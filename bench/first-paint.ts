import { startFoyer } from "@foyer/testing/running-system";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { chromiumPath } from "../e2e/chromium-path.ts";
import { serveBareReact } from "./bare-react.ts";
import { type Figure, median, type Part } from "./part.ts";

const ROUNDS = 5;
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWER = 4;
/** How long nothing larger may be painted before the largest paint counts as the last. */
const QUIET_MS = 1500;

interface Look {
  readonly lcp: number;
  /** When the screen showed the account's data, and no part of it waited for any. */
  readonly data: number;
  /** When nothing was waited for any more, further down either. */
  readonly whole: number;
  readonly shift: number;
  /** Compressed bytes of scripts and styles. */
  readonly bytes: number;
}

interface Screen {
  readonly name: string;
  readonly url: string;
  /** Kept tokens of who is signed in. */
  readonly session: string | null;
  readonly ready: (page: Page) => Promise<void>;
}

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

/** Keeps the largest paint and the sum of shifts where they can be asked for. */
function observe() {
  const kept = { lcp: 0, shift: 0, data: 0, whole: 0 };
  Object.assign(window, { kept });
  const frame = () => {
    const has = (selector: string) => document.querySelector(selector) !== null;
    const now = performance.now();
    const waiting = [...document.querySelectorAll("main [role=status]")];
    const isWaiting = waiting.some((part) => part.getBoundingClientRect().top < innerHeight);
    if (kept.data === 0 && has("#account dd") && !isWaiting) kept.data = now;
    if (kept.data !== 0 && has("#payment table") && has("#subscriptions a") && waiting.length === 0) kept.whole = now;
    else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) kept.lcp = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) kept.shift += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

async function look(browser: Browser, screen: Screen): Promise<Look> {
  const context: BrowserContext = await browser.newContext({ viewport: { width: 412, height: 823 } });
  try {
    await context.addInitScript(observe);
    if (screen.session) {
      await context.addInitScript((session) => localStorage.setItem("foyer.session", session), screen.session);
    }
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    let bytes = 0;
    const isCounted = new Set<string>();
    cdp.on("Network.responseReceived", ({ requestId, type }) => {
      if (type === "Script" || type === "Stylesheet") isCounted.add(requestId);
    });
    // The bodies alone, as they come over the wire.
    cdp.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
      if (isCounted.has(requestId)) bytes += encodedDataLength;
    });
    await cdp.send("Network.enable");
    await cdp.send("Network.emulateNetworkConditions", SLOW_4G);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWER });
    await page.goto(screen.url, { waitUntil: "commit" });
    await screen.ready(page);
    await page.waitForTimeout(QUIET_MS);
    const kept = await page.evaluate(() => (window as unknown as { kept: Omit<Look, "bytes"> }).kept);
    return { ...kept, bytes };
  } finally {
    await context.close();
  }
}

async function keptSession(system: Awaited<ReturnType<typeof startFoyer>>): Promise<string> {
  const form = { username: "paula", password: "paint-the-page-9" };
  const { body } = await system.call("POST", "/api/1.1/signin/", { form });
  const ends = Date.now() + 800_000;
  return JSON.stringify({
    accessToken: body.token.access_token,
    refreshToken: body.token.refresh_token,
    accessEndsAt: ends,
    sessionEndsAt: ends,
  });
}

function budgetOf(what: string, looks: readonly Look[], wanted: number): Figure {
  const kilobytes = median(looks.map(({ bytes }) => bytes)) / 1000;
  return { what, figure: `${kilobytes.toFixed(1)} KB`, wanted: `at most ${wanted} KB`, holds: kilobytes <= wanted };
}

function paintOf(
  what: string,
  looks: readonly Look[],
  bare: readonly Look[],
  wanted: number,
  of: "lcp" | "data" | "whole" = "lcp",
): Figure {
  const ours = median(looks.map((look) => look[of]));
  const limit = median(bare.map(({ lcp }) => lcp));
  const ratio = ours / limit;
  const figure = `${ratio.toFixed(2)} × (${ours.toFixed(0)} ms against ${limit.toFixed(0)} ms)`;
  return { what, figure, wanted: `at most ${wanted} ×`, holds: ratio <= wanted };
}

function shiftOf(what: string, looks: readonly Look[]): Figure {
  const worst = Math.max(...looks.map(({ shift }) => shift));
  return { what, figure: worst.toFixed(3), wanted: "at most 0.02", holds: worst <= 0.02 };
}

async function run(): Promise<readonly Figure[]> {
  const system = await startFoyer({ lines });
  const bare = await serveBareReact();
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
  try {
    const screens: Screen[] = [
      { name: "bare", url: bare.url, session: null, ready: (page) => page.getByRole("heading").waitFor() },
      {
        name: "signIn",
        url: `${system.url}/`,
        session: null,
        ready: (page) => page.getByRole("button", { name: "Sign In" }).waitFor(),
      },
      {
        name: "account",
        url: `${system.url}/`,
        session: await keptSession(system),
        ready: async (page) => {
          await page.getByText("paula@birch.example").first().waitFor();
          await page.getByRole("region", { name: "Payment" }).getByRole("table").waitFor();
        },
      },
    ];
    const looks: Record<string, Look[]> = { bare: [], signIn: [], account: [] };
    // The first round warms caches of disk and compiler, and is thrown away.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const screen of screens) {
        const seen = await look(browser, screen);
        if (round > 0) looks[screen.name]?.push(seen);
      }
    }
    const { bare: limit = [], signIn = [], account = [] } = looks;
    return [
      budgetOf("sign-in, scripts and styles", signIn, 90),
      budgetOf("account page, scripts and styles", account, 120),
      paintOf("sign-in, largest paint", signIn, limit, 1.2),
      paintOf("account page, largest paint", account, limit, 1.5),
      paintOf("account page, with its data", account, limit, 1.5, "data"),
      paintOf("account page, all it shows", account, limit, 2.3, "whole"),
      shiftOf("sign-in, layout shift", signIn),
      shiftOf("account page, layout shift", account),
    ];
  } finally {
    await browser.close();
    bare.close();
    await system.close();
  }
}

export const firstPaint: Part = {
  about: `largest paint with the CPU ${CPU_SLOWER} times slower on slow 4G, against a bare React page, ${ROUNDS} rounds`,
  run,
};
