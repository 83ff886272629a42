import { type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { chromiumPath } from "../e2e/chromium-path.ts";
import { type Figure, median, type Part, reaching } from "./part.ts";

const ROUNDS = 5;
const CPU_SLOWED = 4;
const PASSWORD = "correct-horse-battery-9";
const LARGE = 2_200;
const SMALL = 200;
/** Typed and deleted again, key by key. */
const TYPED = "seat1";
const EVENT_MS = 16;

/** A team with all seats held; its owner has the same name. */
function teamLines(name: string, seats: number): object[] {
  const people = Array.from({ length: seats }, (_, at) => `seat${at}.${name}`);
  return [
    { type: "account", username: name, email: `${name}@bench.example`, password: PASSWORD },
    ...people.map((username) => ({ type: "account", username, email: `${username}@bench.example` })),
    {
      type: "license",
      id: name,
      owners: [name],
      product_id: "DIAGRAM-7",
      description: "Diagrammer Oak 7",
      total_seats: seats,
    },
    ...people.map((username, at) => ({ type: "seat", id: `${name}-${at}`, license: name, username })),
  ];
}

async function openTeam(browser: Browser, system: RunningSystem, name: string): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    baseURL: system.url,
    viewport: { width: 1280, height: 900 },
  });
  const page = await context.newPage();
  await page.goto("/");
  await page.getByLabel("Account name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("link", { name: "Manage Team" }).click();
  await page.locator('[data-index="0"]').waitFor();
  return page;
}

/**
 * Runs `work` with a slowed CPU for this page only. The slowdown costs time of the machine's cores even while a page
 * is idle.
 */
async function slowed<T>(page: Page, work: (page: Page) => Promise<T>): Promise<T> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWED });
  try {
    return await work(page);
  } finally {
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await devtools.detach();
  }
}

/** Milliseconds from the navigation until the first seats are painted. */
async function firstRows(page: Page): Promise<number> {
  await page.reload({ waitUntil: "commit" });
  await page.locator('[data-index="0"]').waitFor();
  return await page.evaluate(
    async () => await new Promise<number>((painted) => requestAnimationFrame(() => painted(performance.now()))),
  );
}

/**
 * Starts to record two times. The first is of each interaction until its frame is painted (Event Timing). The second is of each
 * key that changes the list until the list is painted, which may be one frame later.
 */
async function noteInteractions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noted = { longest: new Map<number, number>(), lists: new Map<number, number>() };
    Object.assign(globalThis, { foyerNoted: noted });
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) {
        const { interactionId, duration } = entry as PerformanceEventTiming;
        if (interactionId) noted.longest.set(interactionId, Math.max(noted.longest.get(interactionId) ?? 0, duration));
      }
    }).observe({ type: "event", durationThreshold: 16, buffered: false } as PerformanceObserverInit);
    let pressed = 0;
    addEventListener("keydown", ({ timeStamp }) => (pressed = timeStamp), { capture: true });
    new MutationObserver(() => {
      const key = pressed;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", () => noted.lists.set(key, performance.now() - key));
        port1.start();
        port2.postMessage(null);
      });
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

interface Taken {
  /** Of each interaction, in milliseconds. */
  readonly interactions: number[];
  /** Of each key that changed the list, in milliseconds. */
  readonly lists: number[];
}

async function takeNoted(page: Page): Promise<Taken> {
  // An entry arrives after its frame.
  await page.evaluate(async () => {
    await new Promise((passed) => setTimeout(passed, 200));
  });
  return await page.evaluate(() => {
    const { foyerNoted } = globalThis as unknown as { foyerNoted: Record<"longest" | "lists", Map<number, number>> };
    const found = { interactions: [...foyerNoted.longest.values()], lists: [...foyerNoted.lists.values()] };
    for (const noted of [foyerNoted.longest, foyerNoted.lists]) noted.clear();
    return found;
  });
}

/** Durations of each key in the filter; keys faster than the browser's reporting threshold count as that threshold. */
async function keystrokes(page: Page): Promise<{ keys: number[]; lists: number[] }> {
  const filter = page.getByLabel("Filter by email");
  await filter.click();
  await takeNoted(page);
  await page.keyboard.type(TYPED, { delay: 120 });
  for (let at = 0; at < TYPED.length; at += 1) await page.keyboard.press("Backspace", { delay: 60 });
  const { interactions: seen, lists } = await takeNoted(page);
  const quick = Math.max(0, 2 * TYPED.length - seen.length);
  return { keys: [...seen, ...Array.from({ length: quick }, () => EVENT_MS)], lists };
}

async function selectAll(page: Page): Promise<number[]> {
  const box = page.getByRole("checkbox", { name: "Select all" });
  await box.scrollIntoViewIfNeeded();
  await takeNoted(page);
  await box.click();
  const on = await takeNoted(page);
  await box.click();
  const off = await takeNoted(page);
  return [on, off].map(({ interactions }) => Math.max(EVENT_MS, ...interactions));
}

/** Scrolls fast through the list with the wheel; counts the frames, and the frames with a missing row. */
async function scrollThrough(page: Page): Promise<{ frames: number; blank: number }> {
  const table = page.getByRole("table", { name: "Seats of this license" });
  await table.hover();
  await page.evaluate(() => {
    const list = document.querySelector<HTMLElement>('[role="table"][aria-rowcount]');
    const count = { frames: 0, blank: 0, goesOn: true };
    Object.assign(globalThis, { foyerScrolling: count });
    const look = (): void => {
      if (!list || !count.goesOn) return;
      const { left, top, height } = list.getBoundingClientRect();
      const places = [0.2, 0.5, 0.95].map((part) => top + Math.min(height, innerHeight - top) * part);
      count.frames += 1;
      // A pixel below may be the line between two rows.
      const isCovered = (y: number) =>
        [y, y + 2].some((each) => document.elementFromPoint(left + 80, each)?.closest("[data-index]"));
      if (!places.every(isCovered)) count.blank += 1;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, turn < 20 ? 900 : -900);
  return await page.evaluate(async () => {
    await new Promise((passed) => setTimeout(passed, 300));
    const { foyerScrolling: count } = globalThis as unknown as {
      foyerScrolling: { frames: number; blank: number; goesOn: boolean };
    };
    count.goesOn = false;
    return { frames: count.frames, blank: count.blank };
  });
}

interface Interactions {
  readonly keys: number[];
  readonly lists: number[];
  readonly selects: number[];
}

async function interact(page: Page): Promise<Interactions> {
  return { ...(await keystrokes(page)), selects: await selectAll(page) };
}

interface Measured {
  readonly seen: Interactions;
  readonly large: number[];
  readonly small: number[];
  frames: number;
  blank: number;
  nodes: number;
}

async function measure(browser: Browser, system: RunningSystem): Promise<Measured> {
  const large = await openTeam(browser, system, "large");
  const small = await openTeam(browser, system, "small");
  // This page is not reloaded between the rounds, so that the browser keeps its compiled code.
  const list = await openTeam(browser, system, "large");
  await noteInteractions(list);
  const seen: Interactions = { keys: [], lists: [], selects: [] };
  const all: Measured = { seen, large: [], small: [], frames: 0, blank: 0, nodes: 0 };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const rows = { small: await slowed(small, firstRows), large: await slowed(large, firstRows) };
    const { keys, lists, selects } = await slowed(list, interact);
    const { frames, blank } = await slowed(list, scrollThrough);
    // The first round is a warm-up.
    if (round === 0) continue;
    all.small.push(rows.small);
    all.large.push(rows.large);
    seen.keys.push(...keys);
    seen.lists.push(...lists);
    seen.selects.push(...selects);
    all.frames += frames;
    all.blank += blank;
  }
  all.nodes = await list.evaluate(() => document.querySelectorAll("*").length);
  return all;
}

function atMost(what: string, ms: number, wantedMs: number): Figure {
  return { what, figure: `${Math.round(ms)} ms`, ...reaching(ms, { max: wantedMs, unit: " ms", digits: 0 }) };
}

function figuresOf({ seen, large, small, frames, blank, nodes }: Measured): Figure[] {
  const ratio = median(large) / median(small);
  const times = `${Math.round(median(large))} / ${Math.round(median(small))} ms`;
  return [
    atMost("filter, median keystroke", median(seen.keys), 16),
    atMost("filter, worst keystroke", Math.max(...seen.keys), 32),
    atMost("list after a key, median", median(seen.lists), 40),
    atMost("list after a key, worst", Math.max(...seen.lists), 90),
    atMost("select-all, worst", Math.max(...seen.selects), 40),
    {
      what: "first rows",
      figure: `${ratio.toFixed(2)} × of ${SMALL} seats (${times})`,
      wanted: "≤ 1.2 ×",
      holds: ratio <= 1.2,
    },
    { what: "scrolling, blank frames", figure: `${blank} of ${frames}`, wanted: "0", holds: blank === 0 },
    { what: "elements in the page", figure: `${nodes}`, wanted: "≤ 500", holds: nodes <= 500 },
  ];
}

/** The team page's list, in Chromium with the whole product. */
export const seatList: Part = {
  about: `${LARGE} seats in Chromium with the CPU slowed ${CPU_SLOWED} times, ${ROUNDS} rounds, Event Timing`,
  run: async () => {
    const system = await startFoyer({ lines: [...teamLines("large", LARGE), ...teamLines("small", SMALL)] });
    const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
    try {
      return figuresOf(await measure(browser, system));
    } finally {
      await browser.close();
      await system.close();
    }
  },
};
