import { number } from "./number.ts";
import { plural } from "./plural.ts";

const devices = (count: number): string => `${number(count)} ${plural(count, "device", "devices")}`;

export const words = {
  count: (used: number, limit: number) => `${number(used)} of ${number(limit)} ${plural(limit, "device", "devices")}`,
  aboveLimit: (used: number, limit: number) =>
    `${devices(used)} in use. The limit is ${number(limit)} now, so no other device can be activated until ${devices(used - limit + 1)} ${plural(used - limit + 1, "is", "are")} freed.`,
  aboveLimitOfLicense: (used: number, limit: number) =>
    `${devices(used)} of this license in use. The limit is ${number(limit)} now, so no other device can be activated until ${devices(used - limit + 1)} ${plural(used - limit + 1, "is", "are")} freed.`,
  countOfLicense: (used: number, limit: number) =>
    `${number(used)} of ${number(limit)} ${plural(limit, "device", "devices")} of this license`,
  list: (product: string) => `Devices of ${product}`,
  unnamed: "Unnamed device",
  lastSeen: (day: string) => `Last seen ${day}`,
  offlineUntil: (day: string) => `Works offline until ${day}`,
  leaving: (day: string) => `Leaving on ${day}`,
  version: (version: string) => `Version ${version}`,
  covers: (product: string, version: number) => `Covers up to ${product} ${version}`,
  upgrade: (price: string) => `An upgrade costs ${price}.`,
  upgradeTo: (product: string) => `Upgrade to ${product}`,
  showAll: (count: number) => `Show all ${number(count)} ${plural(count, "device", "devices")}`,
  download: "Download",
  downloadOf: (product: string) => `Download ${product}`,
  empty: "No device is activated. Open the app there and sign in.",
  failed: "Your devices cannot be shown right now.",

  ofTeam: "Devices",
  ofTeamHelp: "Devices on which your people use this license. Freeing one makes room for another.",
  person: "Person",
  device: "Device",
  noSeat: "No seat",
  byKey: "License key",
  lastSeenHead: "Last seen",
  notShown: "Not shown",
  actions: "Action",
  search: "Find a device",
  shown: (shown: number, all: number) => `${number(shown)} of ${number(all)} ${plural(all, "device", "devices")} shown`,
  noMatch: "No device matches.",

  free: "Free this device",
  freeOf: (device: string) => `Free this device: ${device}`,
  freeTitle: (device: string) => `Free ${device}?`,
  freeHelp: "The app on that device stops at its next check, and can be activated again. Its files are not deleted.",
  freeOffline: (day: string) => `It may work offline until ${day}. Its place is free from then on.`,
  freesLeft: (left: number) => `You can free ${number(left)} ${plural(left, "device", "devices")} of this license now.`,
  again: (day: string) => `You can free a device again on ${day}.`,
  never: "You cannot free devices of this license yourself.",
  support: (address: string) => `For help, write to ${address}.`,
  freed: "The device is freed.",
};
