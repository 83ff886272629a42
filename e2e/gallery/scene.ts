import type { Page } from "@playwright/test";
import type { Replies } from "./answer-calls.ts";

/** One screen in one state, and how to get there. */
export interface Scene {
  name: string;
  path: string;
  signedIn?: boolean;
  /** The license whose team page was chosen. */
  team?: string;
  replies?: Replies;
  /** Beginning of the name of a script of the portal that never comes. */
  heldFile?: string;
  /** Resolves when the screen shows what it is to be looked at for. */
  ready: (page: Page) => Promise<void>;
  act?: (page: Page) => Promise<void>;
  viewportOnly?: boolean;
}

/** Waits until a text is to be seen. */
export function shows(text: string | RegExp): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByText(text).first().waitFor();
  };
}
