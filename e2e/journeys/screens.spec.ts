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

/** Loading parts are families by page, because one test of all of them would run long after the other tests. */
const families = Map.groupBy(scenes, ({ name }) => /^(?:loading-)?[a-z]+/.exec(name)?.[0] ?? name);

for (const [family, members] of families) {
  test(`R-50 axe finds nothing, nothing scrolls sideways, nothing jumps, and the content policy holds: ${family}`, async ({
    context,
  }) => {
    test.setTimeout(30_000 + members.length * 10_000);
    const violations = await noteViolations(context);
    await context.addInitScript(noteShifts);
    for (const scene of members) {
      await test.step(scene.name, async () => {
        const page = await context.newPage();
        await answerCalls(page, scene);
        await page.goto(scene.path);
        await scene.ready(page);
        const shift = await page.evaluate(() => (window as unknown as { shift: Shift }).shift);
        const moved = scene.isMovedByNotice ? 0 : shift.total;
        expect(moved, `${scene.name}: ${shift.moved.join("\n")}`).toBeLessThanOrEqual(0.02);
        await scene.act?.(page);
        await expectAccessible(page, scene.name);
        expect(violations, scene.name).toEqual([]);
        // The next scene must not see what this one stored.
        await page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
        await page.close();
      });
    }
  });
}
