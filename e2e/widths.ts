import type { Page } from "@playwright/test";

/** The widths at which people's screens are looked at: a laptop and a telephone. */
export const widths = [1280, 390] as const;

/** Makes the window that wide; a telephone is higher than wide. */
export async function openAt(page: Page, width: (typeof widths)[number]): Promise<void> {
  await page.setViewportSize(width === 390 ? { width, height: 844 } : { width, height: 800 });
}
