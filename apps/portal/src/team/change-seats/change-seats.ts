import { releaseFor, seatChoice, type SeatChoice, seatsToExpire, stepAfterQuantity } from "@foyer/domain/seat-change";
import { parseQuantity, refuseQuantity } from "@foyer/domain/quantity";

/** What the flow goes by: the numbers and seats as the services have them now. */
export interface HeldSeats {
  /** Seats in force and paid: the current quantity. */
  readonly inForce: number;
  /** Ids of held seats, the expiring ones among them. */
  readonly held: readonly string[];
  readonly expiring: readonly string[];
}

/** What the person has chosen so far. What it costs stays in the query cache, how its payment goes in the settlement. */
export type ChangeSeats =
  | {
      readonly step: "quantity";
      /** As typed: digits, or nothing. Null while nothing is: then the current quantity stands in the field, whatever it is. */
      readonly text: string | null;
      /** Something else than digits was typed (QTY-03). */
      readonly isWarned: boolean;
      /** The number of seats was changed elsewhere while the change was reviewed, which is void with that. */
      readonly isOvertaken: boolean;
      /** What was chosen before the person came back here; null when nothing was. */
      readonly chosen: readonly string[] | null;
    }
  | { readonly step: "choose"; readonly wanted: number; readonly chosen: readonly string[] }
  | { readonly step: "remind"; readonly wanted: number }
  | {
      readonly step: "review";
      readonly wanted: number;
      readonly chosen: readonly string[] | null;
      /** Seats in force when the review began. */
      readonly from: number;
    };

export type ChangeSeatsEvent =
  | { readonly type: "typed"; readonly text: string }
  | { readonly type: "quantityConfirmed" }
  | { readonly type: "seatsToggled"; readonly ids: readonly string[]; readonly isChosen: boolean }
  | { readonly type: "continued" }
  | { readonly type: "wentBack" }
  /** What is in force is no longer what was reviewed; told where somebody agreed to it, and it was not carried out for that. */
  | { readonly type: "overtaken"; readonly isRefused?: boolean };

/** The flow's beginning: the current quantity stands in the field. */
export const atQuantity: ChangeSeats = {
  step: "quantity",
  text: null,
  isWarned: false,
  isOvertaken: false,
  chosen: null,
};

/** Under which the flow's state is kept in the browser's history. */
export const flowKey = "change-seats";

/** The state with which the flow shows the review of more seats at once: a payment that failed is tried again. */
export function keptAtReview(wanted: number, inForce: number): { readonly [flowKey]: ChangeSeats } {
  return { [flowKey]: { step: "review", wanted, chosen: null, from: inForce } };
}

/** What stands in the field. */
export function quantityText({ inForce }: Pick<HeldSeats, "inForce">, text: string | null): string {
  return text ?? String(inForce);
}

/** The number of seats that is wanted, and whether Confirm Quantity is open (QTY-04). */
export function wantedSeats(seats: HeldSeats, text: string | null): { wanted: number; canConfirm: boolean } {
  const wanted = parseQuantity(quantityText(seats, text));
  return { wanted: wanted ?? 0, canConfirm: refuseQuantity(wanted, seats.inForce) === null };
}

/** Where the choice of the seats that expire stands (QTY-05). */
export function choiceOf(
  seats: HeldSeats,
  { wanted, chosen }: { wanted: number; chosen: readonly string[] },
): SeatChoice {
  return seatChoice(seatsToExpire({ held: seats.held.length }, wanted), stillHeld(seats, chosen).length);
}

/** Moves the flow on; an event that does not fit the step, or a choice that is not complete, changes nothing. */
export function changeSeats(seats: HeldSeats, now: ChangeSeats, event: ChangeSeatsEvent): ChangeSeats {
  switch (now.step) {
    case "quantity":
      if (event.type === "typed") return typed(now, event.text);
      return event.type === "quantityConfirmed" ? confirmed(seats, now) : now;
    case "choose":
      if (event.type === "seatsToggled") return toggled(seats, now, event);
      if (event.type === "continued") return choiceMade(seats, now);
      return event.type === "wentBack" ? backToQuantity(now.wanted, now.chosen) : now;
    case "remind":
      if (event.type === "continued") return toReview(seats, now.wanted, null);
      return event.type === "wentBack" ? backToQuantity(now.wanted, null) : now;
    case "review":
      if (event.type === "overtaken") return overtaken(seats, now.wanted, now.chosen, event.isRefused);
      return event.type === "wentBack" ? backFromReview(seats, now) : now;
  }
}

/** The seats to release and to renew before the change is recorded; null where the choice leaves everything as it is. */
export function releaseOf(
  seats: HeldSeats,
  chosen: readonly string[] | null,
): { readonly release: readonly string[]; readonly renew: readonly string[] } | null {
  if (chosen === null) return null;
  const lists = releaseFor(seats.expiring, stillHeld(seats, chosen));
  return lists.release.length === 0 && lists.renew.length === 0 ? null : lists;
}

type At<Step extends ChangeSeats["step"]> = Extract<ChangeSeats, { step: Step }>;

function typed(now: At<"quantity">, text: string): ChangeSeats {
  if (/^[0-9]*$/.test(text)) return { ...now, text, isWarned: false, isOvertaken: false };
  return { ...now, text: null, isWarned: true, isOvertaken: false };
}

function confirmed(seats: HeldSeats, now: At<"quantity">): ChangeSeats {
  const { wanted, canConfirm } = wantedSeats(seats, now.text);
  if (!canConfirm) return now;
  switch (stepAfterQuantity({ held: seats.held.length, expiring: seats.expiring.length }, wanted)) {
    case "choose":
      // Seats that expire already come chosen.
      return { step: "choose", wanted, chosen: now.chosen ?? seats.expiring };
    case "remind":
      return { step: "remind", wanted };
    case "review":
      return toReview(seats, wanted, null);
  }
}

/** Somebody else may have made it that many seats while others were chosen: then there is nothing to review. */
function toReview(seats: HeldSeats, wanted: number, chosen: readonly string[] | null): ChangeSeats {
  if (wanted === seats.inForce) return overtaken(seats, wanted, chosen);
  return { step: "review", wanted, chosen, from: seats.inForce };
}

/** Back to the number, which stays as it was typed; silently where it has come true, unless that was refused just now. */
function overtaken(
  { inForce }: HeldSeats,
  wanted: number,
  chosen: readonly string[] | null,
  isRefused = false,
): ChangeSeats {
  const isOvertaken = isRefused || wanted !== inForce;
  return { step: "quantity", text: String(wanted), isWarned: false, isOvertaken, chosen };
}

function toggled(
  seats: HeldSeats,
  now: At<"choose">,
  { ids, isChosen }: { readonly ids: readonly string[]; readonly isChosen: boolean },
): ChangeSeats {
  const next = new Set(now.chosen);
  for (const id of ids) {
    if (isChosen) next.add(id);
    else next.delete(id);
  }
  return { ...now, chosen: stillHeld(seats, [...next]) };
}

function choiceMade(seats: HeldSeats, now: At<"choose">): ChangeSeats {
  if (!choiceOf(seats, now).isComplete) return now;
  return toReview(seats, now.wanted, stillHeld(seats, now.chosen));
}

function backToQuantity(wanted: number, chosen: readonly string[] | null): ChangeSeats {
  return { step: "quantity", text: String(wanted), isWarned: false, isOvertaken: false, chosen };
}

function backFromReview(seats: HeldSeats, { wanted, chosen }: At<"review">): ChangeSeats {
  if (chosen !== null) return { step: "choose", wanted, chosen };
  return seats.expiring.length > 0 ? { step: "remind", wanted } : backToQuantity(wanted, null);
}

/** Without those whose seat is gone since: another manager may have removed them. */
function stillHeld(seats: HeldSeats, ids: readonly string[]): readonly string[] {
  const held = new Set(seats.held);
  return ids.filter((id) => held.has(id));
}
