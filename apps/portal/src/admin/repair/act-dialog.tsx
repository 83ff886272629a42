import { call } from "@foyer/api-client/client";
import { ApiError } from "@foyer/api-client/errors";
import type { Repair } from "@foyer/contract/staff-wire";
import { announce } from "@foyer/ui/live-region";
import { DoneDialog } from "@foyer/ui/done-dialog";
import { Notice } from "@foyer/ui/notice";
import { Cell, Table } from "@foyer/ui/table";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { words } from "#words/admin-repairs";
import { SubmitDialog } from "../../shared/forms/submit-dialog.tsx";
import { useKept } from "../../shared/forms/use-kept.ts";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import { SubmitProof } from "../../shared/proof/proof-field.tsx";
import { api } from "../../shared/requests/api.ts";
import { mutedClass } from "../../shared/screens/panel.tsx";
import styles from "../admin.module.css";
import { adminKey } from "../queries.ts";
import { ActFields, proofWords, ReasonField } from "./act-fields.tsx";
import { changeRows } from "./change-rows.ts";
import {
  type ActField,
  isValid,
  type OfferedAct,
  type OfferedRepair,
  type PlainAct,
  type ValueOf,
} from "./offered-act.ts";

interface DialogProps {
  /** Gets the focus afterwards, if the button that opened the dialog is gone. */
  returnTo: RefObject<HTMLElement | null> | undefined;
  onClose: () => void;
}

/** Asks for the fields of an act and the reason, which is kept if the session ends (LOOK-04), and does the act. */
export function ActDialog({ act, ...frame }: DialogProps & { act: OfferedAct }) {
  const { title, fields = [], isReady = () => true } = act;
  const [reason, setReason] = useKept("reason", "");
  const [typed, setTyped] = useKept<Readonly<Record<string, string>>>(`fields-${title}`, {});
  const shown = ({ label, start = "" }: ActField) => typed[label] ?? start;
  const value: ValueOf = (field) => shown(field).trim();
  const filled: Filled = {
    reason,
    value,
    ready: reason.trim() !== "" && fields.every((field) => isValid(field, value(field))) && isReady(value),
    fields: (
      <>
        <ActFields
          fields={fields}
          valueOf={shown}
          onChange={({ label }, now) => setTyped({ ...typed, [label]: now })}
        />
        <ReasonField value={reason} onChange={setReason} />
      </>
    ),
  };
  return "send" in act ? (
    <RepairSteps act={act} {...filled} {...frame} />
  ) : (
    <ReasonForm act={act} {...filled} {...frame} />
  );
}

/** The form of an act, and what was typed. */
interface Filled {
  reason: string;
  value: ValueOf;
  ready: boolean;
  fields: ReactNode;
}

function ReasonForm({ act, reason, value, ready, fields, ...frame }: DialogProps & Filled & { act: PlainAct }) {
  const client = useQueryClient();
  const acting = useSubmit(async () => {
    try {
      await act.act(reason, value);
    } finally {
      // A failed attempt counts as a try of the task.
      if (act.done !== undefined) await client.invalidateQueries({ queryKey: adminKey });
    }
    if (act.done === undefined) return;
    announce(act.done);
    frame.onClose();
  });
  return (
    <SubmitDialog
      {...frame}
      sending={acting}
      title={act.title}
      description={act.text}
      submit={act.agree ?? act.label}
      ready={ready}
    >
      {fields}
    </SubmitDialog>
  );
}

/** A repair: the form, then its preview, then what it has changed (ROLE-04). */
function RepairSteps({ act, reason, value, ready, fields, ...frame }: DialogProps & Filled & { act: OfferedRepair }) {
  const [preview, setPreview] = useState<Repair | null>(null);
  const [result, setResult] = useState<Repair | null>(null);
  // An attempt without an answer is repeated with the same key, so that it acts once; a refused one gets a new key.
  const key = useRef(crypto.randomUUID());
  const previewing = useSubmit(async () => setPreview(await send(true)));

  async function send(isPreview: boolean): Promise<Repair> {
    const idempotencyKey = isPreview ? undefined : key.current;
    try {
      return await act.send((own) => ({ body: { ...own, reason, preview: isPreview }, idempotencyKey }), value);
    } catch (failure) {
      if (!isPreview && failure instanceof ApiError) key.current = crypto.randomUUID();
      throw failure;
    }
  }

  if (result) {
    return (
      <DoneDialog {...frame} title={act.title} button={words.done}>
        <Notice kind={result.applied ? "success" : "warning"}>
          {result.applied ? words.hasChanged : words.hasNotChanged}
        </Notice>
        {result.applied && <Changes change={result} />}
        {result.note !== undefined && <p>{result.note}</p>}
      </DoneDialog>
    );
  }
  if (preview) {
    return (
      <ReviewForm
        {...frame}
        act={act}
        apply={async () => setResult(await send(false))}
        onCancel={() => setPreview(null)}
      >
        <Changes change={preview} />
        <p className={mutedClass}>{words.reasonGiven(reason)}</p>
      </ReviewForm>
    );
  }
  return (
    <SubmitDialog
      {...frame}
      sending={previewing}
      title={act.title}
      description={act.text}
      submit={words.preview}
      ready={ready}
    >
      {fields}
    </SubmitDialog>
  );
}

interface ReviewFormProps extends DialogProps {
  act: OfferedRepair;
  apply: () => Promise<void>;
  onCancel: () => void;
  children: ReactNode;
}

/** Asks to agree to a previewed repair; for the staff member's password if the service requires it. */
function ReviewForm({ act, apply, children, ...frame }: ReviewFormProps) {
  const client = useQueryClient();
  const applying = useSubmit(
    async (_, _signal, { password }) => {
      if (password !== undefined) await call(api, "provePassword", { body: { password } });
      await apply();
      await client.invalidateQueries({ queryKey: adminKey });
    },
    undefined,
    { proof: "on-demand" },
  );
  return (
    <SubmitDialog
      {...frame}
      sending={applying}
      title={act.title}
      description={words.wouldChange}
      submit={act.agree ?? act.label}
      cancel={words.back}
      danger={act.isDangerous ?? false}
      proof={<SubmitProof sending={applying} field={proofWords} />}
    >
      {children}
    </SubmitDialog>
  );
}

/** The changes of a repair or its preview, before and after side by side. */
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
