import type { Browser, Page } from "@playwright/test";
import { type Look, look, type Screen } from "./look.ts";
import { type Figure, median } from "./part.ts";
import { serveStaticSignIn } from "./static-sign-in.ts";

const WANTED = 1.1;
const PATH = "/buy?plan=OUTLINE-5-SUB-ANNUAL-WEB&seats=25";

const ready = (page: Page): Promise<void> => page.getByRole("button", { name: "Continue" }).waitFor();

/** Returns the markup of the page in a browser, after React has taken it over. */
async function drawn(browser: Browser, url: string): Promise<string> {
  const page = await browser.newPage();
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForFunction(() => !("foyerBuying" in window));
  const markup = await page.evaluate(() => document.getElementById("root")?.outerHTML ?? "");
  await page.close();
  return markup;
}

/** Measures the first view of /buy against static HTML of the same markup and styles, in alternating rounds. */
export async function buyingPaint(browser: Browser, origin: string, rounds: number): Promise<readonly Figure[]> {
  const url = `${origin}${PATH}`;
  const still = await serveStaticSignIn(origin, await (await fetch(url)).text(), await drawn(browser, url));
  try {
    const looks: Record<"still" | "buy", Look[]> = { still: [], buy: [] };
    const screens: readonly (Screen & { readonly name: "still" | "buy" })[] = [
      { name: "still", url: still.url, session: null, ready },
      { name: "buy", url, session: null, ready },
    ];
    // The first round warms caches of disk and compiler, and is not counted.
    for (let round = 0; round <= rounds; round += 1) {
      for (const screen of screens) {
        const seen = await look(browser, screen);
        if (round > 0) looks[screen.name].push(seen);
      }
    }
    const [ours, limit] = [looks.buy, looks.still].map((seen) => median(seen.map(({ lcp }) => lcp)));
    const ratio = (ours ?? Number.NaN) / (limit ?? Number.NaN);
    const shift = Math.max(...looks.buy.map((seen) => seen.shift));
    return [
      {
        what: "/buy, largest paint, to static",
        figure: `${ratio.toFixed(2)} × (${ours?.toFixed(0)} ms against ${limit?.toFixed(0)} ms)`,
        wanted: `at most ${WANTED} ×`,
        holds: ratio <= WANTED,
      },
      { what: "/buy, layout shift", figure: shift.toFixed(3), wanted: "0", holds: shift === 0 },
    ];
  } finally {
    still.close();
  }
}
