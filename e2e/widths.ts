import type { Page } from "@playwright/test";

/** The widths at which people's screens are looked at: a laptop and a telephone. */
export const widths = [1280, 390] as const;

/** Makes the window that wide; a telephone is higher than wide. */
export async function openAt(page: Page, width: number): Promise<void> {
  await page.setViewportSize(width < 600 ? { width, height: 844 } : { width, height: 800 });
}
