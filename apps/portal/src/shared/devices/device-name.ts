import type { Activation } from "@foyer/contract/activations";
import { words } from "#words/devices";

/** What the device called itself. */
export const deviceName = ({ name }: Pick<Activation, "name">): string => name ?? words.unnamed;
