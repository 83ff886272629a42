import type { Page } from "@playwright/test";
import { type Scene, shows } from "./scene.ts";
import { staffReplies } from "./staff-replies.ts";

const person = { path: "/admin/accounts/maren", signedIn: true, viewportOnly: true } as const;
const machineRoom = { path: "/admin/machine-room", signedIn: true, viewportOnly: true } as const;
const link = { path: "/stop-restore?token=x", ready: shows("Stop the new address?") } as const;

async function press(view: Page) {
  await view.getByRole("button", { name: "Stop it" }).click();
}

async function askFor(view: Page) {
  await view.getByRole("button", { name: "Repair" }).click();
  await view.getByRole("menuitem", { name: "Restore access" }).click();
  await view.getByRole("dialog").waitFor();
}

/** Restoring access for an owner who lost everything, and stopping it. */
export const restoreScenes: readonly Scene[] = [
  {
    name: "restore-ask-refused",
    ...person,
    replies: { ...staffReplies, staffAskRestore: { refusal: "email.in_use" } },
    ready: shows("Account id"),
    act: async (view) => {
      await askFor(view);
      await view.getByLabel("New address").fill("maren@elsewhere.example");
      await view.getByLabel("Reason").fill("Ticket 4711");
      await view.getByRole("button", { name: "Preview" }).click();
      await view.getByText("The requested email address is not available.").waitFor();
    },
  },
  {
    name: "restore-list-none",
    ...machineRoom,
    replies: { ...staffReplies, staffListRestores: { restores: [] } },
    ready: shows("Nobody has asked for one lately."),
  },
  {
    name: "restore-list-failed",
    ...machineRoom,
    replies: { ...staffReplies, staffListRestores: { refusal: "internal" } },
    ready: shows("The restores of access cannot be shown"),
  },
  {
    name: "stop-restore-late",
    ...link,
    replies: { stopRestore: { refusal: "restore.carried_out" } },
    act: async (view) => {
      await press(view);
      await view.getByText("It is too late to stop this").waitFor();
    },
  },
  {
    name: "stop-restore-offline",
    ...link,
    replies: { stopRestore: "unreachable" },
    act: async (view) => {
      await press(view);
      await view.getByRole("alert").waitFor();
    },
  },
  { name: "stop-restore-incomplete", path: "/stop-restore", ready: shows("This link is incomplete") },
];
