import type { Seat } from "@foyer/contract/seats";
import { formatDate } from "@foyer/domain/dates";
import { TextField } from "@foyer/ui/field";
import { FormDialog } from "@foyer/ui/form-dialog";
import { Notice } from "@foyer/ui/notice";
import { useMemo, useState } from "react";
import { words } from "#words/team";
import type { SubscriptionFacts } from "../../shared/subscription/subscription-facts.ts";
import { seatFinder } from "../seats/seat-finder.ts";
import { sortSeats, untouchedList } from "../seats/seat-list.ts";
import { PlainStatus } from "../seats/seat-status.tsx";
import { SeatTable } from "../seats/seat-table.tsx";
import { type ChangeSeats, type ChangeSeatsEvent, choiceOf, type HeldSeats } from "./change-seats.ts";
import styles from "./change-seats.module.css";

interface ChooseStepProps {
  subscription: SubscriptionFacts;
  list: readonly Seat[];
  seats: HeldSeats;
  now: Extract<ChangeSeats, { step: "choose" }>;
  tell: (event: ChangeSeatsEvent) => void;
  onClose: () => void;
}

/** The seats that expire: exactly as many as no longer fit (QTY-05). */
export function ChooseStep({ subscription, list, seats, now, tell, onClose }: ChooseStepProps) {
  const [filter, setFilter] = useState("");
  const find = useMemo(() => {
    const people = list.filter(({ status }) => status !== "pending");
    return seatFinder(sortSeats(people, untouchedList));
  }, [list]);
  const found = find(filter);
  const chosen = useMemo(() => new Set(now.chosen), [now.chosen]);
  const choice = choiceOf(seats, now);
  return (
    <FormDialog
      title={words.chooseTitle}
      wide
      description={words.chooseText(choice.needed, formatDate(subscription.periodEnd))}
      submit={words.continue}
      cancel={words.back}
      ready={choice.isComplete}
      onSubmit={() => tell({ type: "continued" })}
      onCancel={() => tell({ type: "wentBack" })}
      onClose={onClose}
    >
      <div className={styles.bar}>
        <TextField
          label={words.findSeat}
          type="search"
          autoComplete="off"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          // Enter in the search field must not submit the choice.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
        <p className={styles.remaining} role="status">
          {choice.isTooMany ? null : words.remaining(choice.remaining)}
        </p>
      </div>
      {choice.isTooMany && <Notice kind="warning">{words.tooMany}</Notice>}
      <SeatTable
        label={words.chooseTitle}
        compact
        seats={found.seats}
        selected={chosen}
        Status={PlainStatus}
        onToggle={(id, isChosen) => tell({ type: "seatsToggled", ids: [id], isChosen })}
        selectAll={null}
        sort={null}
        startsAt={found.wanted}
      />
    </FormDialog>
  );
}
