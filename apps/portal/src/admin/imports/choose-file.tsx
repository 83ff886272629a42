import { call } from "@foyer/api-client/client";
import type { ImportPreview } from "@foyer/contract/staff-imports";
import { Button } from "@foyer/ui/button";
import { TextField } from "@foyer/ui/field";
import { Notice } from "@foyer/ui/notice";
import { Section } from "@foyer/ui/section";
import { Cell, Table } from "@foyer/ui/table";
import { type FormEvent, useRef, useState } from "react";
import { words } from "#words/admin-imports";
import { api } from "../../shared/requests/api.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import styles from "../admin.module.css";
import { readImportFile } from "./read-import-file.ts";

const PREVIEW_MS = 30_000;

/** A file, and what its import would change. */
export interface PreviewedFile {
  readonly name: string;
  readonly text: string;
  readonly preview: ImportPreview;
}

/** Chooses a file and checks it. A file with faults shows them and cannot be loaded. */
export function ChooseFile({ onPreviewed }: { onPreviewed: (file: PreviewedFile) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [faulty, setFaulty] = useState<PreviewedFile | null>(null);
  const looking = useSubmit<File>(async (file) => {
    const read = await readImportFile(file);
    if ("fault" in read) {
      setFault(words.unreadable[read.fault]);
      return;
    }
    const preview = await call(api, "staffCheckImport", { body: { file: read.text }, timeoutMs: PREVIEW_MS });
    const previewed = { name: file.name, text: read.text, preview };
    if (preview.fault_count > 0) setFaulty(previewed);
    else onPreviewed(previewed);
  });

  function sent(event: FormEvent) {
    event.preventDefault();
    const file = input.current?.files?.[0];
    setFaulty(null);
    setFault(file ? null : words.missing);
    if (file) looking.submit(file);
  }

  return (
    <Section title={words.choose}>
      <p className={mutedClass}>{words.chooseText}</p>
      <form className={styles.repair} onSubmit={sent}>
        <TextField
          ref={input}
          type="file"
          accept=".jsonl,.ndjson,.json,.txt"
          label={words.file}
          hint={words.fileHint}
          error={fault}
          onChange={() => {
            setFault(null);
            setFaulty(null);
            looking.clear();
          }}
        />
        <FailureNotice failure={looking.failure} />
        <div className={styles.acts}>
          <Button type="submit" look="primary" busy={looking.busy}>
            {words.preview}
          </Button>
        </div>
      </form>
      {faulty && <Faults file={faulty} />}
    </Section>
  );
}

function Faults({ file: { name, preview } }: { file: PreviewedFile }) {
  const { faults, fault_count: count } = preview;
  return (
    <>
      <Notice kind="danger" title={words.faultsTitle(count, name)}>
        <p>{words.faultsHelp}</p>
        {count > faults.length && <p>{words.firstFaults(faults.length)}</p>}
      </Notice>
      <Table dense caption={words.faults} head={[words.line, words.field, words.wrong]}>
        {faults.map(({ line, field, message }) => (
          <tr key={`${line} ${field} ${message}`}>
            <Cell label={words.line}>{line}</Cell>
            <Cell label={words.field} className={styles.id}>
              {field}
            </Cell>
            <Cell label={words.wrong} className={styles.value}>
              {message}
            </Cell>
          </tr>
        ))}
      </Table>
    </>
  );
}
