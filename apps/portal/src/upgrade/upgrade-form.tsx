import type { UnactivatedRegistration } from "@foyer/contract/licenses";
import { maySelectAll, unassignedMax, upgradeChoice } from "@foyer/domain/upgrades";
import { Button } from "@foyer/ui/button";
import { Checkbox, TextField } from "@foyer/ui/field";
import { useState } from "react";
import { words } from "#words/upgrade";
import { Actions, formClass, mutedClass, Panel } from "../shared/screens/panel.tsx";
import styles from "./upgrade-form.module.css";

interface UpgradeFormProps {
  upgrade: UnactivatedRegistration;
  busy: boolean;
  onUpgrade: (chosen: { seats: readonly string[]; unassigned: number }) => void;
}

/** The seats that move, and the upgrades that stay unassigned; together exactly as many as there are upgrades. */
export function UpgradeForm({ upgrade, busy, onUpgrade }: UpgradeFormProps) {
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [unassignedText, setUnassigned] = useState("0");
  const unassigned = /^\d+$/.test(unassignedText) ? Number(unassignedText) : 0;
  const facts = {
    upgradesAvailable: upgrade.upgrades_available,
    totalSeats: upgrade.total_seats,
    seatIds: upgrade.seats.map(({ id }) => id),
  };
  const choice = upgradeChoice(facts, selected.length, unassigned);
  const max = unassignedMax(facts);
  const areAllSelected = selected.length === upgrade.seats.length;

  function toggle(id: string) {
    setSelected(selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id]);
  }

  return (
    <form
      className={formClass}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onUpgrade({ seats: selected, unassigned });
      }}
    >
      <p className={mutedClass}>{words.help(upgrade.upgrades_available)}</p>
      <Panel>
        <fieldset className={styles.seats}>
          <legend>{words.seats}</legend>
          {upgrade.seats.length === 0 && <p className={mutedClass}>{words.noSeats}</p>}
          {upgrade.seats.length > 0 && maySelectAll(facts, selected.length) && (
            <Checkbox
              label={words.selectAll}
              checked={areAllSelected}
              onChange={() => setSelected(areAllSelected ? [] : facts.seatIds)}
            />
          )}
          {upgrade.seats.map(({ id, user, email }) => (
            <Checkbox
              key={id}
              className={styles.seat}
              label={
                <>
                  {user} <span className={mutedClass}>{email}</span>
                </>
              }
              checked={selected.includes(id)}
              onChange={() => toggle(id)}
            />
          ))}
        </fieldset>
        <TextField
          label={words.unassigned}
          hint={words.unassignedHint(max)}
          inputMode="numeric"
          type="number"
          min={0}
          max={max}
          value={unassignedText}
          onChange={(event) => setUnassigned(event.target.value)}
        />
        <p role="status" className={styles.count}>
          {words.chosen(choice.chosen, upgrade.upgrades_available)}
        </p>
        {choice.isTooMany && (
          <p role="alert" className={styles.tooMany}>
            {words.tooMany}
          </p>
        )}
      </Panel>
      <Actions>
        <Button type="submit" look="primary" busy={busy} disabled={!choice.isComplete}>
          {words.submit(upgrade.upgrades_available)}
        </Button>
      </Actions>
    </form>
  );
}
