import type { ReconcilerRun } from "@foyer/contract/staff-wire";
import { EmptyState } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { Tag } from "@foyer/ui/tag";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { words } from "#words/admin-machine-room";
import { Loaded } from "../../shared/screens/loaded.tsx";
import { mutedClass } from "../../shared/screens/panel.tsx";
import styles from "../admin.module.css";
import { Choices } from "../choices.tsx";
import { reconcilerRunsQuery } from "../queries.ts";
import { ActButton, useActDialog } from "../repair/act-buttons.tsx";
import { formatTime } from "../times.ts";
import { compareNow } from "./task-acts.ts";

/** The comparisons of the purchase service with the payment provider, and their results. */
export function ReconcilerRuns() {
  const { open, dialog } = useActDialog("comparison");
  const [isEventful, setIsEventful] = useState(false);
  const runs = useQuery(reconcilerRunsQuery(isEventful));
  return (
    <Section title={words.runs} actions={<ActButton act={compareNow} onOpen={open} />}>
      <p className={mutedClass}>{words.runsText}</p>
      <Choices
        label={words.runsFilter}
        options={[
          { value: false, label: words.allRuns },
          { value: true, label: words.eventfulRuns },
        ]}
        chosen={isEventful}
        onChoose={setIsEventful}
      />
      <Loaded query={runs} failed={words.runsFailed} lines={[0.8, 0.6]}>
        {(all) => (all.length === 0 ? <EmptyState title={words.noRuns} /> : <Runs runs={all} />)}
      </Loaded>
      {dialog}
    </Section>
  );
}

function Runs({ runs }: { runs: readonly ReconcilerRun[] }) {
  return (
    <Table dense caption={words.runs} head={[words.when, words.what, words.checked, words.mended, words.found]}>
      {runs.map((run) => (
        <tr key={run.id}>
          <Cell label={words.when}>
            <div>
              {formatTime(run.at)}
              <p className={styles.small}>{words.took(run.took_ms)}</p>
            </div>
          </Cell>
          <Cell label={words.what}>
            <div>
              {words.compared[run.what]}
              <p className={styles.small}>{run.dry_run ? words.dryRun : words.askedBy[run.asked_by]}</p>
            </div>
          </Cell>
          <Cell label={words.checked}>{words.number(run.checked)}</Cell>
          <Cell label={words.mended}>{words.number(run.mended)}</Cell>
          <Cell label={words.found} className={styles.value}>
            <Findings run={run} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

const SHOWN = 5;

function Findings({ run }: { run: ReconcilerRun }) {
  const lines = [
    ...run.unmended.map(({ what, reason }) => words.unmended(what, reason)),
    ...run.drift.map(({ subscription, what, here, provider }) => words.differs(subscription, what, here, provider)),
  ];
  if (run.error === null && lines.length === 0) return words.nothingFound;
  return (
    <div>
      {run.error !== null && <Tag kind="danger">{words.states.failed}</Tag>}
      {run.error === null && run.unmended.length > 0 && <Tag kind="warning">{words.open(run.unmended.length)}</Tag>}
      {run.error !== null && <p className={styles.small}>{run.error}</p>}
      {lines.slice(0, SHOWN).map((line) => (
        <p key={line} className={styles.small}>
          {line}
        </p>
      ))}
      {lines.length > SHOWN && <p className={styles.small}>{words.more(lines.length - SHOWN)}</p>}
    </div>
  );
}
