import type { Page } from "@playwright/test";

export const desk = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

/** The widths at which people's screens are looked at: a laptop and a telephone. */
export const widths = [desk.width, phone.width] as const;

/** Makes the window that wide; a telephone is higher than wide. */
export async function openAt(page: Page, width: number): Promise<void> {
  await page.setViewportSize(width < 600 ? { ...phone, width } : { ...desk, width });
}
