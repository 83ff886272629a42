import type { Page } from "@playwright/test";
import type { Scene } from "./scene.ts";
import { shows } from "./scene.ts";

/** The page of the mailed link, with a new password typed and judged by the meter. */
function judged(name: string, typed: string, said: string | RegExp, then?: (page: Page) => Promise<void>): Scene {
  return {
    name: `new-password-${name}`,
    path: "/password-reset?token=x",
    replies: { readPasswordReset: { username: "ida" }, confirmPasswordReset: { refusal: "password.weak" } },
    ready: shows("Choose a new password"),
    act: async (page) => {
      await page.getByLabel("New password", { exact: true }).fill(typed);
      await page.getByRole("status").filter({ hasText: said }).waitFor();
      await then?.(page);
    },
  };
}

/** The meter and the service's refusals where a person chooses a password. */
export const passwordScenes: readonly Scene[] = [
  judged("weak", "Summer2024", "many people use"),
  judged("fair", "kXq7bTz9", "Strength: fair."),
  judged("good", "kXq7bTz9mR", "Strength: good."),
  judged("strong", "the lantern is amber", "Strength: strong."),
  judged("refused", "Kowalski77", "Strength: good.", async (page) => {
    await page.getByLabel("Confirm new password").fill("Kowalski77");
    await page.getByRole("button", { name: "Save password" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByText("Strength: good.").waitFor({ state: "detached" });
  }),
];
