import { call } from "@foyer/api-client/client";
import type { UnactivatedRegistration } from "@foyer/contract/licenses";
import { Button, buttonClass } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { Progress } from "@foyer/ui/spinner";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useLocation } from "react-router";
import { maySelectAll, unassignedMax, upgradeChoice } from "@foyer/domain/upgrades";
import { Checkbox, TextField } from "@foyer/ui/field";
import { words as screens } from "#words/screens";
import { words } from "#words/upgrade";
import { Form } from "../shared/forms/form.tsx";
import { Actions, mutedClass, Panel } from "../shared/screens/panel.tsx";
import { Link } from "../shared/screens/router.tsx";
import { api } from "../shared/requests/api.ts";
import { BackLink } from "../shared/screens/back-link.tsx";
import { sentenceOf } from "../shared/failures/failure-sentence.ts";
import { noteNavigation, Screen } from "../shared/screens/screen.tsx";
import { useSession } from "../shared/session/session.ts";
import { useSubmit } from "../shared/forms/use-submit.ts";
import styles from "./upgrade-form.module.css";

interface Chosen {
  seats: readonly string[];
  unassigned: number;
}

/** Assigns purchased upgrades to seats. Requires the upgrade in the router's state (ROUTE-06). */
export function UpgradeScreen() {
  const { signedIn } = useSession();
  const upgrade = upgradeIn(useLocation().state);
  if (!signedIn || !upgrade) return <Navigate to="/" replace />;
  return <Upgrade upgrade={upgrade} />;
}

function upgradeIn(state: unknown): UnactivatedRegistration | null {
  if (typeof state !== "object" || state === null || !("upgrade" in state)) return null;
  // Only the account page writes it, with data from the service.
  return state.upgrade as UnactivatedRegistration;
}

function Upgrade({ upgrade }: { upgrade: UnactivatedRegistration }) {
  const queries = useQueryClient();
  const [count, setCount] = useState<number | null>(null);
  const upgrading = useSubmit(async ({ seats, unassigned }: Chosen) => {
    const body = { registration_id: upgrade.registration_id, seats: [...seats], unassigned };
    const done = await call(api, "activateUpgrade", { body, idempotencyKey: crypto.randomUUID() });
    noteNavigation();
    setCount(done.seats_moved + done.unassigned);
    await queries.invalidateQueries();
  });
  if (count !== null) return <Upgraded count={count} />;
  return (
    <Screen
      title={words.pageTitle}
      heading={words.heading(upgrade.from_name, upgrade.upgrade_name)}
      width="text"
      above={<BackLink />}
    >
      {upgrading.failure !== null && (
        <Notice kind="danger" title={words.error} answers>
          <p>{sentenceOf(upgrading.failure)}</p>
          <p>{words.errorHelp}</p>
        </Notice>
      )}
      {upgrading.busy && <Progress label={words.upgrading} />}
      <UpgradeForm upgrade={upgrade} busy={upgrading.busy} onUpgrade={upgrading.submit} />
    </Screen>
  );
}

function Upgraded({ count }: { count: number }) {
  return (
    <Screen title={words.pageTitle} heading={words.success(count)} width="text" above={<BackLink />}>
      <p role="status">{words.successHelp}</p>
      <p>
        <Link to="/" className={buttonClass({ look: "primary" })}>
          {screens.backToAccounts}
        </Link>
      </p>
    </Screen>
  );
}

interface UpgradeFormProps {
  upgrade: UnactivatedRegistration;
  busy: boolean;
  onUpgrade: (chosen: { seats: readonly string[]; unassigned: number }) => void;
}

/** The seats that move, and the upgrades that stay unassigned; together exactly as many as there are upgrades. */
function UpgradeForm({ upgrade, busy, onUpgrade }: UpgradeFormProps) {
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
    <Form onSubmit={() => onUpgrade({ seats: selected, unassigned })}>
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
    </Form>
  );
}
