import type { Repair } from "@foyer/contract/staff-wire";

/** Time in which an equal request counts as a repeat. */
export const REPEAT_MS = 60_000;

/** The input of every repair. A preview changes nothing. */
export interface RepairInput {
  readonly reason: string;
  readonly preview?: boolean | undefined;
}

type State = Repair["before"];

export const previewed = (before: State, after: State) =>
  ({ status: "success", applied: false, before, after }) as const;

export const applied = (before: State, after: State) => ({ status: "success", applied: true, before, after }) as const;
