import { noDevices } from "../known-rows.ts";
import type { Known } from "../picture.ts";

/** The rows of an empty database. */
export const emptyKnown: Known = {
  accounts: new Map(),
  licenses: new Map(),
  seats: new Set(),
  references: new Set(),
  seated: new Set(),
  licenseKeys: new Set(),
  upgrades: new Set(),
  devices: noDevices,
  subscriptions: new Set(),
};
