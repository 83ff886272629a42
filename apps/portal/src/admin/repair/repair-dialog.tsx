import type { Repair } from "@foyer/contract/staff-wire";
import { DoneDialog } from "@foyer/ui/done-dialog";
import { FormDialog } from "@foyer/ui/form-dialog";
import { Notice } from "@foyer/ui/notice";
import { Cell, Table } from "@foyer/ui/table";
import { type ReactNode, useState } from "react";
import { words } from "#words/admin-repairs";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { ProofField } from "../../shared/proof/proof-field.tsx";
import { isWrongPassword } from "../../shared/failures/refusal-of.ts";
import { proofWords, ReasonField } from "../act-fields.tsx";
import { type RunRepair, useRepair } from "./use-repair.ts";
import { useKept } from "../../shared/forms/use-kept.ts";
import styles from "../admin.module.css";
import { changeRows } from "./change-rows.ts";

interface RepairDialogProps {
  title: string;
  /** What follows from it, before anybody agrees. */
  text?: string;
  /** What the last button says. */
  agree: string;
  isDangerous?: boolean;
  /** False while something of the repair's own is missing. */
  ready?: boolean;
  run: RunRepair;
  onClose: () => void;
  /** The fields of the repair's own. */
  children?: ReactNode;
}

/** What a repair has changed, and what staff must know beyond it. */
function Done({ change }: { change: Repair }) {
  const { applied, note } = change;
  return (
    <>
      <Notice kind={applied ? "success" : "warning"}>{applied ? words.hasChanged : words.hasNotChanged}</Notice>
      {applied && <Changes change={change} />}
      {note !== undefined && <p>{note}</p>}
    </>
  );
}

/** One repair: what and why, then what it would change, then what it has changed (ROLE-04). */
export function RepairDialog({
  title,
  text,
  agree,
  isDangerous = false,
  ready = true,
  run,
  onClose,
  children,
}: RepairDialogProps) {
  const [reason, setReason] = useKept("reason", "");
  const [password, setPassword] = useState("");
  const { flow, preview, apply, back } = useRepair(run);
  if (flow.step === "done") {
    return (
      <DoneDialog title={title} button={words.done} onClose={onClose}>
        <Done change={flow.change} />
      </DoneDialog>
    );
  }
  const { busy, failure } = flow;
  if (flow.step === "fill") {
    return (
      <FormDialog
        title={title}
        description={text}
        submit={words.preview}
        cancel={words.cancel}
        busy={busy}
        ready={ready && reason.trim() !== ""}
        refusal={<FailureNotice failure={failure} />}
        onSubmit={() => void preview(reason)}
        onClose={onClose}
      >
        {children}
        <ReasonField value={reason} onChange={setReason} />
      </FormDialog>
    );
  }
  const { needsProof } = flow;
  return (
    <FormDialog
      title={title}
      description={words.wouldChange}
      submit={agree}
      cancel={words.back}
      danger={isDangerous}
      busy={busy}
      ready={!needsProof || password !== ""}
      refusal={!isWrongPassword(failure) && <FailureNotice failure={failure} />}
      proof={
        needsProof && (
          <ProofField
            {...proofWords}
            value={password}
            failure={failure}
            onChange={setPassword}
            onProved={() => void apply(reason, null)}
          />
        )
      }
      onSubmit={() => void apply(reason, password)}
      onCancel={back}
      onClose={onClose}
    >
      <Changes change={flow.change} />
      <p className={mutedClass}>{words.reasonGiven(reason)}</p>
    </FormDialog>
  );
}

/** What a repair changes, or would change: before and after side by side. */
function Changes({ change }: { change: Repair }) {
  const rows = changeRows(change.before, change.after);
  if (rows.length === 0) return <p className={mutedClass}>{words.nothingChanges}</p>;
  return (
    <Table
      caption={change.applied ? words.hasChanged : words.wouldChange}
      head={[words.field, words.before, words.after]}
    >
      {rows.map((row) => (
        <tr key={row.key}>
          <Cell label={words.field}>{row.name}</Cell>
          <Cell label={words.before} className={styles.value}>
            {row.before}
          </Cell>
          <Cell label={words.after} className={styles.value}>
            <strong>{row.after}</strong>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
