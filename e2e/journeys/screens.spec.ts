import { expect, test as base } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { answerCalls } from "../gallery/answer-calls.ts";
import { serveBuiltPortal } from "../gallery/built-portal.ts";
import { scenes } from "../gallery/scenes.ts";
import { noteViolations } from "../policy-violations.ts";

/** Only the built portal; each scene provides the services' answers, so that every state can be shown. */
const test = base.extend<object, { portal: { url: string } }>({
  portal: [
    // oxlint-disable-next-line no-empty-pattern -- the tool wants a pattern here
    async ({}, provide) => {
      const portal = await serveBuiltPortal();
      await provide(portal);
      await portal.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ portal }, provide) => await provide(portal.url),
});

test.use({ contextOptions: { reducedMotion: "reduce" } });

interface Shift {
  total: number;
  moved: string[];
}

function noteShifts() {
  const shift: Shift = { total: 0, moved: [] };
  Object.assign(window, { shift });
  interface Entry extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
      if (hadRecentInput) continue;
      shift.total += value;
      for (const { node, previousRect, currentRect } of sources) {
        shift.moved.push(
          `${value.toFixed(3)} ${node?.textContent?.slice(0, 60)}: ${previousRect.y} to ${currentRect.y}`,
        );
      }
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** The states of the team page and of the staff's area are checked with their own journeys. */
const judged = scenes.filter(({ name }) => !/^(team|admin)-/.test(name));

for (const scene of judged) {
  test(`axe finds nothing, nothing scrolls sideways and nothing jumps: ${scene.name}`, async ({ page, context }) => {
    const violations = await noteViolations(context);
    await page.addInitScript(noteShifts);
    await answerCalls(page, scene);
    await page.goto(scene.path);
    await scene.ready(page);
    const shift = await page.evaluate(() => (window as unknown as { shift: Shift }).shift);
    expect(shift.total, shift.moved.join("\n")).toBeLessThanOrEqual(0.02);
    await scene.act?.(page);
    await expectAccessible(page, scene.name);
    expect(violations).toEqual([]);
  });
}

for (const scene of scenes.filter((one) => !judged.includes(one))) {
  test(`R-50 nothing violates the content policy: ${scene.name}`, async ({ page, context }) => {
    const violations = await noteViolations(context);
    await answerCalls(page, scene);
    await page.goto(scene.path);
    await scene.ready(page);
    await scene.act?.(page);
    expect(violations).toEqual([]);
  });
}
