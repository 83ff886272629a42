import { number } from "./number.ts";
import { plural } from "./plural.ts";

/** Devices on which apps are activated, for staff. */
export const words = {
  showAll: (count: number) => `Show all ${number(count)} ${plural(count, "device", "devices")}`,
  title: "Devices",
  device: "Device",
  holder: "Held by",
  byKey: "License key",
  seen: "Last seen",
  state: "State",
  actions: "Actions",
  unnamed: "Unnamed device",
  live: "Live",
  liveOffline: (day: string) => `Live, offline until ${day}`,
  leaving: (day: string) => `Leaving on ${day}`,
  freed: "Freed",
  free: "Free",
  freeOf: (device: string) => `Free ${device}`,
  release: "End at once",
  releaseOf: (device: string) => `End ${device} at once`,
  freeTitle: (device: string, name: string | null) => (name === null ? `Free ${device}` : `Free ${device} of ${name}`),
  freeText: "The app there stops when it next asks. A file that it has still works, and keeps its place until then.",
  releaseTitle: (device: string, name: string | null) =>
    name === null ? `End ${device} at once` : `End ${device} of ${name} at once`,
  releaseText: "Its place is free at once. A file that it has still works on that device until its day.",

  limit: "Set the limit of devices",
  limitTitle: "Set the limit of devices",
  limitText: "It holds for this license alone until the day, for each seat or for all as the product counts.",
  devices: "Devices",
  devicesHint: "1 to 1,000. Empty goes back to the product’s limit.",
  until: "Until",
} as const;
