import type { Page } from "@playwright/test";
import { managersReplies } from "./people.ts";
import { type Scene, shows } from "./scene.ts";

const limit = {
  registration_id: "L4",
  product_id: "TASK-3-SUB-MONTHLY-WEB",
  counts: "seat" as const,
  limit: 3,
  taken: 3,
  offline_days: 30,
  file_until: "2026-12-20T08:00:00Z",
  frees_left: 2,
  frees_again: null,
  covered_version: 3,
  download: "https://www.fernhill.example/tasklight/download",
  upgrade_price: null,
};
const mac = {
  id: "act_1",
  registration_id: "L4",
  product_id: limit.product_id,
  seat_id: "s9",
  name: "Studio Mac",
  platform: "macOS 16",
  app_version: "3.2.1",
  created: "2026-03-04T08:00:00Z",
  last_seen: "2026-11-20",
  offline_until: null,
  state: "live" as const,
  freed: null,
};
const laptop = {
  ...mac,
  id: "act_2",
  name: "The old laptop that still stands in the attic of the office",
  platform: "Windows 11",
  app_version: null,
  offline_until: "2026-12-01T08:00:00Z",
};
const leaving = { ...laptop, id: "act_3", name: null, state: "leaving" as const, freed: "2026-11-20T08:00:00Z" };
const activations = [mac, laptop, leaving];
const account = { path: "/", signedIn: true, viewportOnly: true } as const;
const toDevices = (page: Page): Promise<void> =>
  page.getByRole("heading", { name: "App Access" }).evaluate((heading) => heading.scrollIntoView());

const said = { v: 1, product: "TASK", fingerprint: "0123456789abcdef", name: "Lab PC", platform: "Windows 11" };
const code = Buffer.from(JSON.stringify(said)).toString("base64url");
const offline = { path: `/activate-offline?code=${code}`, signedIn: true, ready: shows("Request code") };
const goOn = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Lab PC").waitFor();
};

/** Devices on which apps are activated. */
export const deviceScenes: readonly Scene[] = [
  {
    ...account,
    name: "devices-none",
    replies: { ...managersReplies, listActivations: { activations: [], limits: [{ ...limit, taken: 0 }] } },
    ready: shows("No device is activated"),
    act: toDevices,
  },
  {
    ...account,
    name: "devices-frees-used",
    replies: {
      ...managersReplies,
      listActivations: { activations, limits: [{ ...limit, frees_left: 0, frees_again: "2026-12-03T08:00:00Z" }] },
    },
    ready: shows("You can free a device again"),
    act: toDevices,
  },
  {
    ...account,
    name: "devices-failed",
    replies: { ...managersReplies, listActivations: "unreachable" },
    ready: shows("Your devices cannot be shown"),
    act: toDevices,
  },
  {
    ...offline,
    name: "offline-scan",
    replies: managersReplies,
    act: async (page) => {
      await page.evaluate(() => {
        // The person has not answered the browser's question yet.
        navigator.mediaDevices.getUserMedia = async () => new Promise<never>(() => undefined);
      });
      await page.getByRole("button", { name: "Scan a QR code" }).click();
      await page.getByText("Hold the QR code").waitFor();
    },
  },
  { ...offline, name: "offline-no-seat", replies: managersReplies, act: goOn },
];
