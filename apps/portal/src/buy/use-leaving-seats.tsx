import type { Checkout } from "@foyer/contract/checkout";
import type { Seat } from "@foyer/contract/seats";
import { type SeatChoice, seatChoice, seatsToExpire } from "@foyer/domain/seat-change";
import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { type ReactNode, useState } from "react";
import { words } from "#words/buy";
import { words as trial } from "#words/trial";
import { Actions } from "../shared/screens/panel.tsx";

/** The question who loses a seat. Its dialog belongs to the team page. */
export interface SeatQuestion {
  readonly text: string;
  readonly list: readonly Seat[];
  readonly chosen: readonly string[];
  readonly choice: SeatChoice;
  readonly onToggle: (id: string, isChosen: boolean) => void;
  readonly onContinue: () => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

interface LeavingSeats {
  /** Ids of the seats that the buyer gives up. */
  readonly release: readonly string[];
  /** Tells how paying affects the people; shows the question while it is open. */
  readonly notice: ReactNode;
  /** Opens the question if it is not answered yet; then returns true. */
  readonly ask: () => boolean;
}

/**
 * Asks who loses a seat if a license that comes back, or a trial, has more held seats than are bought (BUY-09, BUY-12).
 *
 * @param list the seats of the license; none of a new one.
 */
export function useLeavingSeats(
  checkout: Pick<Checkout, "quantity" | "trial"> | null,
  list: readonly Seat[],
  chooseSeats: (question: SeatQuestion) => ReactNode,
): LeavingSeats {
  const held = list.filter(({ status }) => status !== "pending");
  const { quantity = list.length, trial: isTrial } = checkout ?? {};
  const [picked, setWanted] = useState<readonly string[] | null>(null);
  // Seats that already expire are chosen from the start.
  const wanted = picked ?? held.filter(({ status }) => status === "expiring").map(({ id }) => id);
  const [isOpen, setOpen] = useState(false);
  const [isAnswered, setAnswered] = useState(false);
  const names = new Set(wanted);
  // Another manager may have removed a chosen seat.
  const leaving = held.filter(({ id }) => names.has(id));
  const chosen = leaving.map(({ id }) => id);
  const choice = seatChoice(seatsToExpire({ held: held.length }, quantity), chosen.length);
  const isOver = choice.needed === 0 || (isAnswered && choice.isComplete);
  const close = () => setOpen(false);
  return {
    release: choice.needed === 0 ? [] : chosen,
    ask: () => {
      setOpen(!isOver);
      return !isOver;
    },
    notice: (
      <>
        {list.length > quantity ? (
          <Fewer
            used={list.length}
            quantity={quantity}
            needed={choice.needed}
            leaving={isOver ? leaving : null}
            onChoose={() => setOpen(true)}
          />
        ) : (
          isTrial && <Notice kind="info">{trial.bought}</Notice>
        )}
        {isOpen &&
          chooseSeats({
            text: words.leavingText(choice.needed),
            list,
            chosen,
            choice,
            onToggle: (id, isChosen) => setWanted(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id)),
            onContinue: () => {
              setAnswered(true);
              close();
            },
            onBack: close,
            onClose: close,
          })}
      </>
    ),
  };
}

const SHOWN = 8;

interface FewerProps {
  used: number;
  quantity: number;
  /** How many held seats do not fit. */
  needed: number;
  /** The people who lose a seat; null until the buyer has chosen. */
  leaving: readonly Seat[] | null;
  onChoose: () => void;
}

/** Lists the seats that do not fit the number that is bought. */
function Fewer({ used, quantity, needed, leaving, onChoose }: FewerProps) {
  const invitations = used - quantity - needed;
  const shown = leaving?.slice(0, SHOWN).map(({ email }) => email) ?? [];
  return (
    <Notice kind={leaving === null ? "warning" : "info"} title={words.fewerTitle(used, quantity)}>
      {invitations > 0 && <p>{needed > 0 ? words.allInvitationsEnd : words.invitationsEnd(invitations)}</p>}
      {needed > 0 && (
        <>
          <p>
            {leaving === null
              ? words.whoLeaves(needed)
              : words.leaving(needed, shown.join(", "), needed - shown.length)}
          </p>
          <Actions>
            <Button small onClick={onChoose}>
              {leaving === null ? words.chooseLeaving : words.changeLeaving}
            </Button>
          </Actions>
        </>
      )}
    </Notice>
  );
}
