import type { Page } from "@playwright/test";
import { HERE } from "./answer-calls.ts";
import { manager, managersReplies } from "./people.ts";
import { type Scene, shows } from "./scene.ts";

const passkeys = [
  {
    id: "pk_1",
    name: "Maren’s laptop",
    created: "2026-10-02T09:30:00Z",
    last_used: "2026-11-20T09:30:00Z",
    backed_up: true,
  },
  {
    id: "pk_2",
    name: "The blue security key in the drawer of the desk at home, 2nd row",
    created: "2026-11-19T09:30:00Z",
    last_used: null,
    backed_up: false,
  },
];
const replies = {
  ...managersReplies,
  readUser: { userinfo: { ...manager, has_passkey: true } },
  listPasskeys: { passkeys, limit: 10, origin: HERE },
};
const account = { path: "/", signedIn: true, replies, ready: shows("Billing history") };
const inDialog = { ...account, viewportOnly: true };

function pressing(name: string, then?: (page: Page) => Promise<void>): (page: Page) => Promise<void> {
  return async (page) => {
    const section = page.getByRole("region", { name: "Security", exact: true });
    await section.getByRole("button", { name: "Passkeys", exact: true }).click();
    await section.getByRole("button", { name, exact: true }).click();
    await page.getByRole("dialog").or(page.getByRole("alertdialog")).waitFor();
    await then?.(page);
  };
}

/** The passkeys of the account page, and the dialogs about them. */
export const passkeyScenes: readonly Scene[] = [
  {
    ...account,
    name: "passkeys-nowhere",
    replies: { ...managersReplies, listPasskeys: { passkeys: [], limit: 10, origin: null } },
  },
  { ...account, name: "passkeys-failed", replies: { ...replies, listPasskeys: { refusal: "internal" } } },
  {
    ...inDialog,
    name: "passkeys-proof-refused",
    replies: {
      ...replies,
      removePasskey: { refusal: "permission.proof_required" },
      startPasskeyProof: { refusal: "rate.limited" },
    },
    act: pressing("Remove: Maren’s laptop", async (page) => {
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
      await page.getByRole("button", { name: "Use a passkey" }).click();
      await page.getByRole("alert").waitFor();
    }),
  },
];
