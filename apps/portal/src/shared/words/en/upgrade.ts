import { number } from "./number.ts";
import { plural } from "./plural.ts";
export const words = {
  boxTitle: "Activate your upgrades",
  boxLine: (upgrade: string, count: number) =>
    `${upgrade}: ${number(count)} ${plural(count, "upgrade is", "upgrades are")} waiting for you.`,
  boxAction: "Choose seats",
  pageTitle: "License Upgrade",
  heading: (from: string, to: string) => `Upgrade ${from} to ${to}`,
  help: (count: number) =>
    `You have ${number(count)} ${plural(count, "upgrade", "upgrades")}. Choose the seats that move to the new version; what nobody uses yet can stay unassigned.`,
  seats: "Seats",
  selectAll: "Select all",
  noSeats: "Nobody holds a seat of this license. All upgrades stay unassigned.",
  unassigned: "Unassigned upgrades",
  unassignedHint: (max: number) => `At most ${max}. You can invite people to them later.`,
  chosen: (chosen: number, available: number) => `${chosen} of ${available} upgrades used`,
  tooMany: "Too many seats selected.",
  submit: (count: number) => `Upgrade ${number(count)} ${plural(count, "seat", "seats")}`,
  upgrading: "Upgrading seats",
  success: (count: number) => `All ${number(count)} seats have been successfully upgraded.`,
  successHelp: "Everybody keeps working; the new version is there the next time they open the app.",
  error: "There was an error upgrading seats.",
  errorHelp: "Nothing was changed.",
};
