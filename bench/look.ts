import type { Browser, BrowserContext, Page } from "@playwright/test";

const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
export const CPU_SLOWER = 4;
/** How long nothing larger may be painted before the largest paint counts as the last. */
const QUIET_MS = 1500;
/** A click that has sent nothing after so long is lost. */
const LOST_MS = 10_000;

export interface Look {
  readonly lcp: number;
  /** When the screen showed the account's data, and no part of it waited for any. */
  readonly data: number;
  /** When nothing was waited for any more, further down either. */
  readonly whole: number;
  readonly shift: number;
  /** When the form was sent, by a click as early as one can be made; infinite where that click was lost. */
  readonly sent: number;
  /** Compressed bytes of scripts and styles, of all that load without an action of the person. */
  readonly bytes: number;
  /** Of those, the bytes of the files that were requested before `data`. */
  readonly bytesForData: number;
  readonly requests: number;
}

export interface Screen {
  readonly name: string;
  readonly url: string;
  /** Stored tokens of the signed-in person. */
  readonly session: string | null;
  readonly ready: (page: Page) => Promise<void>;
  /** The path to which the form is sent. The form is clicked as soon as it appears. */
  readonly clickedFor?: string;
}

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

function takeKept() {
  const { kept } = window as unknown as { kept: Pick<Look, "lcp" | "data" | "whole" | "shift"> };
  const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const bytesForData = files
    .filter(({ name, startTime }) => /\.(js|css)$/.test(name) && startTime <= kept.data)
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return { ...kept, bytesForData };
}

/** Types and clicks once, in the first frame after the form was painted, as nobody is quick enough to do. */
function clickAtOnce() {
  const press = () => {
    const form = document.querySelector("form");
    if (!form || performance.getEntriesByName("first-contentful-paint").length === 0)
      return requestAnimationFrame(press);
    for (const [name, text] of [
      ["username", "nobody"],
      ["password", "not-her-password"],
    ]) {
      const field = form.querySelector<HTMLInputElement>(`input[name="${name}"]`);
      if (!field || !text) continue;
      field.value = text;
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
    return form.querySelector<HTMLButtonElement>("button[type=submit]")?.click();
  };
  requestAnimationFrame(press);
}

/** Opens a screen in a browser of its own, on a slow telephone, and tells what it came to. */
export async function look(browser: Browser, screen: Screen): Promise<Look> {
  const context: BrowserContext = await browser.newContext({ viewport: { width: 412, height: 823 } });
  try {
    await context.addInitScript(observe);
    if (screen.session) {
      await context.addInitScript((session) => localStorage.setItem("foyer.session", session), screen.session);
    }
    if (screen.clickedFor) await context.addInitScript(clickAtOnce);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    let bytes = 0;
    let requests = 0;
    const sent = Promise.withResolvers<void>();
    setTimeout(sent.resolve, LOST_MS).unref();
    const at: { begun: number; sent: number } = { begun: 0, sent: Number.POSITIVE_INFINITY };
    cdp.on("Network.requestWillBeSent", ({ request, timestamp }) => {
      if (requests === 0) at.begun = timestamp;
      requests += 1;
      if (request.method === "POST" && new URL(request.url).pathname === screen.clickedFor) {
        at.sent = timestamp;
        sent.resolve();
      }
    });
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
    if (screen.clickedFor) {
      // The page may go elsewhere by it.
      await sent.promise;
      return {
        lcp: 0,
        data: 0,
        whole: 0,
        shift: 0,
        bytes,
        bytesForData: 0,
        requests,
        sent: (at.sent - at.begun) * 1000,
      };
    }
    await page.waitForTimeout(QUIET_MS);
    const kept = await page.evaluate(takeKept);
    return { ...kept, bytes, requests, sent: (at.sent - at.begun) * 1000 };
  } finally {
    await context.close();
  }
}
