import type { AccessRestore } from "@foyer/contract/access-restore-wire";
import type { StaffAccountPage } from "@foyer/contract/staff-wire";
import type { Page } from "@playwright/test";
import { managersReplies } from "./people.ts";
import { type Scene, shows } from "./scene.ts";
import { staffReplies } from "./staff-replies.ts";

const asked: AccessRestore = {
  id: "rst_1",
  username: "maren",
  state: "asked",
  email: "maren.ostergaard@elsewhere.example",
  reason: "Ticket 4711: identity card and last two invoices seen on a video call",
  asked_by: "anna",
  asked: "2026-11-20T09:30:00Z",
  agreed_by: null,
  agreed: null,
  restores: null,
  ended: null,
  stopped_by: null,
  stopped_by_staff: null,
};
const waiting: AccessRestore = {
  ...asked,
  state: "waiting",
  agreed_by: "fern",
  agreed: "2026-11-20T10:00:00Z",
  restores: new Date(Date.now() + (23 * 60 + 40) * 60_000).toISOString(),
};
const addressChange: AccessRestore = { ...waiting, kind: "address", agreed_by: null, agreed: null };
const stopped: AccessRestore = { ...waiting, state: "stopped", ended: "2026-11-20T12:00:00Z", stopped_by: "link" };
const done: AccessRestore = { ...waiting, state: "done", ended: "2026-11-21T10:00:40Z" };

const page = (restore: AccessRestore): StaffAccountPage => ({
  ...staffReplies.staffReadAccount,
  access_restore: restore,
});
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

const restored = (restore: AccessRestore, text: string): Omit<Scene, "name"> => ({
  ...person,
  replies: { ...staffReplies, staffReadAccount: page(restore) },
  ready: shows(text),
});

/** Restoring access for an owner who lost everything, and stopping it. */
export const restoreScenes: readonly Scene[] = [
  { name: "restore-ask", ...person, replies: staffReplies, ready: shows("Account id"), act: askFor },
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
  { name: "restore-asked", ...restored(asked, "A colleague with the right") },
  { name: "restore-asked-own", ...restored({ ...asked, asked_by: "frank" }, "You asked for it") },
  {
    name: "restore-agree",
    ...restored(asked, "A colleague with the right"),
    act: async (view) => {
      await view.getByRole("button", { name: "Agree" }).click();
      await view.getByRole("dialog").waitFor();
    },
  },
  { name: "restore-waiting", ...restored(waiting, "at the earliest") },
  { name: "restore-stopped", ...restored(stopped, "Stopped by the link") },
  { name: "restore-done", ...restored(done, "Carried out on") },
  { name: "restore-address-waiting", ...restored(addressChange, "A colleague can agree") },
  {
    name: "restore-address-agree",
    ...restored(addressChange, "A colleague can agree"),
    act: async (view) => {
      await view.getByRole("button", { name: "Agree" }).click();
      await view.getByRole("dialog").waitFor();
    },
  },
  {
    name: "restore-address-done",
    ...restored({ ...addressChange, state: "done", ended: "2026-11-21T09:30:40Z" }, "Both addresses were told"),
  },
  {
    name: "restore-list",
    ...machineRoom,
    replies: {
      ...staffReplies,
      staffListRestores: {
        restores: [
          asked,
          { ...waiting, id: "rst_2", username: "tilo" },
          { ...stopped, id: "rst_3", username: "ada", stopped_by: "sign_in" },
          { ...done, id: "rst_4", username: "bo" },
          { ...addressChange, id: "rst_5", username: "cleo" },
        ],
      },
    },
    ready: shows("for a second person"),
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
  { name: "stop-restore", ...link },
  {
    name: "stop-restore-done",
    ...link,
    replies: { stopRestore: { status: "success", username: "maren" } },
    act: async (view) => {
      await press(view);
      await view.getByText("It was stopped").waitFor();
    },
  },
  {
    name: "stop-restore-dead",
    ...link,
    replies: { stopRestore: { refusal: "restore.link_dead" } },
    act: async (view) => {
      await press(view);
      await view.getByText("This link no longer works").waitFor();
    },
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
  {
    name: "own-restore-waiting",
    path: "/",
    signedIn: true,
    viewportOnly: true,
    replies: {
      ...managersReplies,
      readOwnRestore: {
        restore: {
          state: "waiting",
          email: waiting.email,
          asked: waiting.asked,
          restores: waiting.restores,
          ended: null,
          stopped_by: null,
        },
      },
    },
    ready: shows("Access to your account is about to be given"),
  },
  {
    name: "own-restore-stopped",
    path: "/",
    signedIn: true,
    viewportOnly: true,
    replies: {
      ...managersReplies,
      readOwnRestore: {
        restore: {
          state: "stopped",
          email: waiting.email,
          asked: waiting.asked,
          restores: waiting.restores,
          ended: "2026-11-20T12:00:00Z",
          stopped_by: "sign_in",
        },
      },
    },
    ready: shows("You signed in, so the restore was stopped."),
  },
];
