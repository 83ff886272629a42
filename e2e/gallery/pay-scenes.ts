import type { CallReply } from "@foyer/api-client/call-types";
import type { Page } from "@playwright/test";
import type { Replies } from "./answer-calls.ts";
import { type Scene, shows } from "./scene.ts";
import { quiet, toReview } from "./team-scenes.ts";

type Reply = Exclude<NonNullable<Replies["makePayment"]>, CallReply<"makePayment">>;

/** The review of a change of seats after Pay was pressed. */
function paying(name: string, makePayment: Reply, then: (page: Page) => Promise<void>): Scene {
  return {
    ...quiet,
    name,
    replies: { ...quiet.replies, makePayment },
    act: toReview("30", async (page) => {
      await page.getByRole("button", { name: "Pay $151.49" }).click();
      await then(page);
    }),
  };
}

const stop = (page: Page) => page.getByRole("button", { name: "Stop waiting" });

/** A payment while its answer takes long, or is not known. */
export const payScenes: readonly Scene[] = [
  paying("pay-slow", "never", async (page) => await stop(page).waitFor()),
  paying("pay-stopped", "never", async (page) => {
    await stop(page).click();
    await page.getByText("You stopped waiting.").waitFor();
  }),
  paying("pay-looking", { refusal: "provider.unavailable" }, shows("We are checking.")),
];
