import type { Activation } from "@foyer/contract/activations";
import { words } from "#words/devices";

/** Returns the name that the device gave itself. */
export const deviceName = ({ name }: Pick<Activation, "name">): string => name ?? words.unnamed;
