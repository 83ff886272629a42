import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { Notice } from "@foyer/ui/notice";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { words } from "#words/admin-repairs";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { mutedClass } from "../../shared/panel.tsx";
import { PasswordAgainField, ReasonField } from "../act-fields.tsx";
import styles from "../admin.module.css";
import { Changes } from "./changes.tsx";
import { type RunRepair, useRepair } from "./use-repair.ts";

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
  const form = useId();
  const [reason, setReason] = useState("");
  const [password, setPassword] = useState("");
  const { flow, preview, apply, back } = useRepair(run);
  const busy = flow.step !== "done" && flow.busy;
  const needsProof = flow.step === "review" && flow.needsProof;

  function sent(event: FormEvent) {
    event.preventDefault();
    if (flow.step === "fill" && ready && reason.trim() !== "") void preview(reason);
    if (flow.step === "review" && !(needsProof && password === "")) void apply(reason, password);
  }

  return (
    <Dialog
      title={title}
      role={flow.step === "review" ? "alertdialog" : "dialog"}
      onClose={busy ? undefined : onClose}
      actions={
        flow.step === "done" ? (
          <Button look="primary" onClick={onClose}>
            {words.done}
          </Button>
        ) : (
          <>
            <Button disabled={busy} onClick={flow.step === "review" ? back : onClose}>
              {flow.step === "review" ? words.back : words.cancel}
            </Button>
            <Button
              type="submit"
              form={form}
              look={flow.step === "review" && isDangerous ? "danger" : "primary"}
              busy={busy}
              disabled={flow.step === "fill" ? !ready || reason.trim() === "" : needsProof && password === ""}
            >
              {flow.step === "review" ? agree : words.preview}
            </Button>
          </>
        )
      }
    >
      <form id={form} className={styles.repair} onSubmit={sent}>
        {flow.step === "fill" && (
          <>
            {text && <p>{text}</p>}
            {children}
            <ReasonField value={reason} onChange={setReason} />
            <FailureNotice failure={flow.failure} />
          </>
        )}
        {flow.step === "review" && (
          <>
            <p>{words.wouldChange}</p>
            <Changes change={flow.change} />
            <p className={mutedClass}>
              {words.reason}: {reason}
            </p>
            {needsProof && (
              <PasswordAgainField value={password} onChange={setPassword} onProved={() => void apply(reason, null)} />
            )}
            <FailureNotice failure={flow.failure} />
          </>
        )}
        {flow.step === "done" && (
          <>
            <Notice kind="success">{words.hasChanged}</Notice>
            <Changes change={flow.change} />
          </>
        )}
      </form>
    </Dialog>
  );
}
