import type { Page } from "@playwright/test";
import type { Replies } from "./answer-calls.ts";

/** One screen in one state, and the steps to it. */
export interface Scene {
  name: string;
  path: string;
  signedIn?: boolean;
  /** The license of the chosen team page. */
  team?: string;
  replies?: Replies;
  /** Beginning of the name of a portal script that never arrives. */
  heldFile?: string;
  /** Resolves when the screen shows the state of the scene. */
  ready: (page: Page) => Promise<void>;
  act?: (page: Page) => Promise<void>;
  viewportOnly?: boolean;
  /** A notice that arrives after the rest moves what is below it. */
  isMovedByNotice?: boolean;
}

/** Waits until a text is visible. */
export function shows(text: string | RegExp): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByText(text).first().waitFor();
  };
}

/** Presses a button of a section, and continues from there. */
export function pressing(
  section: string,
  name: string,
  then?: (page: Page) => Promise<void>,
): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole("region", { name: section, exact: true }).getByRole("button", { name }).first().click();
    await then?.(page);
  };
}
