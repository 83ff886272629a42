import type { Seat } from "@foyer/contract/seats";
import type { SeatChoice } from "@foyer/domain/seat-change";
import { TextField } from "@foyer/ui/field";
import { FormDialog } from "@foyer/ui/form-dialog";
import { Notice } from "@foyer/ui/notice";
import { useMemo, useState } from "react";
import { words } from "#words/change-seats";
import { words as team } from "#words/team";
import type { SeatFacts } from "../seats/seat-columns.tsx";
import { seatFinder } from "../seats/seat-finder.ts";
import { sortSeats, untouchedList } from "../seats/seat-list.ts";
import { SeatTable } from "../seats/seat-table.tsx";
import styles from "./change-seats.module.css";

interface ChooseSeatsProps {
  /** When and why the seats end. */
  text: string;
  list: readonly Seat[];
  /** Ids of the chosen seats. */
  chosen: readonly string[];
  choice: SeatChoice;
  lastUses?: SeatFacts["lastUses"];
  onToggle: (id: string, isChosen: boolean) => void;
  onContinue: () => void;
  onBack: () => void;
  onClose: () => void;
}

/** The seats that end: exactly as many as no longer fit (QTY-05). */
export function ChooseSeats(props: ChooseSeatsProps) {
  const { text, list, chosen, choice, lastUses, onToggle, onContinue, onBack, onClose } = props;
  const [filter, setFilter] = useState("");
  const find = useMemo(() => {
    const people = list.filter(({ status }) => status !== "pending");
    return seatFinder(sortSeats(people, untouchedList));
  }, [list]);
  const found = find(filter);
  const facts = useMemo(() => ({ lastUses }), [lastUses]);
  const selected = useMemo(() => new Set(chosen), [chosen]);
  return (
    <FormDialog
      title={words.chooseTitle}
      wide
      description={text}
      submit={team.continue}
      cancel={team.back}
      ready={choice.isComplete}
      missing={
        choice.isTooMany ? words.tooManyChosen(chosen.length - choice.needed) : words.chooseMore(choice.remaining)
      }
      onSubmit={onContinue}
      onCancel={onBack}
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
        selected={selected}
        onToggle={onToggle}
        selectAll={null}
        sort={null}
        startsAt={found.wanted}
        facts={facts}
      />
    </FormDialog>
  );
}
