import { releaseFor, seatChoice, type SeatChoice, seatsToExpire, stepAfterQuantity } from "@foyer/domain/seat-change";
import { parseQuantity, type QuantityRefusal, refuseQuantity } from "@foyer/domain/quantity";
import { seatsFlowKey } from "../../shared/subscription/kept-review.ts";

/** The seats as the services have them now. */
export interface HeldSeats {
  /** Seats in force and paid: the current quantity. */
  readonly inForce: number;
  /** Ids of held seats, including the expiring ones. */
  readonly held: readonly string[];
  readonly expiring: readonly string[];
}

/** The person's input so far. The price is in the query cache, the payment's state in `usePayment`. */
export type ChangeSeats =
  | {
      readonly step: "quantity";
      /** The typed text: digits, or empty. Null until the person types: then the field shows the current quantity. */
      readonly text: string | null;
      /** A character other than a digit was typed (QTY-03). */
      readonly isWarned: boolean;
      /** The number of seats was changed elsewhere during the review, so the review is no longer valid. */
      readonly isOvertaken: boolean;
      /** The seats that were chosen before the person returned to this step; null if none. */
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
  /**
   * The quantity in force has changed since the review; `isRefused` if the person had confirmed and the service
   * refused it for that reason.
   */
  | { readonly type: "overtaken"; readonly isRefused?: boolean };

const untouched: At<"quantity"> = {
  step: "quantity",
  text: null,
  isWarned: false,
  isOvertaken: false,
  chosen: null,
};

/** The initial state: the field shows the current quantity. */
export const atQuantity: ChangeSeats = untouched;

/** Returns the initial state with that number of seats in the field. */
export function keptAtQuantity(wanted: number): { readonly [seatsFlowKey]: ChangeSeats } {
  return { [seatsFlowKey]: { ...untouched, text: String(wanted) } };
}

/** Returns the text of the field. */
export function quantityText({ inForce }: Pick<HeldSeats, "inForce">, text: string | null): string {
  return text ?? String(inForce);
}

/** Returns the wanted number of seats, and why Confirm Quantity is disabled; null if it is enabled (QTY-04). */
export function wantedSeats(
  seats: HeldSeats,
  text: string | null,
): { wanted: number; canConfirm: boolean; refusal: QuantityRefusal | null } {
  const wanted = parseQuantity(quantityText(seats, text));
  const refusal = refuseQuantity(wanted, seats.inForce);
  return { wanted: wanted ?? 0, canConfirm: refusal === null, refusal };
}

/** Returns how complete the choice of expiring seats is (QTY-05). */
export function choiceOf(
  seats: HeldSeats,
  { wanted, chosen }: { wanted: number; chosen: readonly string[] },
): SeatChoice {
  return seatChoice(seatsToExpire({ held: seats.held.length }, wanted), stillHeld(seats, chosen).length);
}

/** Returns the next state; an event that does not fit the state, or an incomplete choice, changes nothing. */
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

/** Returns the seats to release and to renew before the change is recorded; null if the choice changes nothing. */
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
      // Seats that already expire are chosen from the start.
      return { step: "choose", wanted, chosen: now.chosen ?? seats.expiring };
    case "remind":
      return { step: "remind", wanted };
    case "review":
      return toReview(seats, wanted, null);
  }
}

/** Another manager may have set that number of seats in the meantime; then there is nothing to review. */
function toReview(seats: HeldSeats, wanted: number, chosen: readonly string[] | null): ChangeSeats {
  if (wanted === seats.inForce) return overtaken(seats, wanted, chosen);
  return { step: "review", wanted, chosen, from: seats.inForce };
}

/**
 * Returns to the number, which stays as typed. Without a message if it is now in force, unless the service has just
 * refused it.
 */
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

/** Removes seats that are gone, because another manager may have removed them. */
function stillHeld(seats: HeldSeats, ids: readonly string[]): readonly string[] {
  const held = new Set(seats.held);
  return ids.filter((id) => held.has(id));
}
