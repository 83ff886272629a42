import { call } from "@foyer/api-client/client";
import { Button } from "@foyer/ui/button";
import { PasswordField, TextArea } from "@foyer/ui/field";
import { Notice } from "@foyer/ui/notice";
import { Section } from "@foyer/ui/section";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { words } from "#words/admin-imports";
import { words as repairs } from "#words/admin-repairs";
import { api } from "../../shared/api.ts";
import { codeOf, isRefusal } from "../../shared/failure-code.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { mutedClass } from "../../shared/panel.tsx";
import { useReveal } from "../../shared/use-reveal.ts";
import { useSubmit } from "../../shared/use-submit.ts";
import styles from "../admin.module.css";
import { importsQuery } from "../queries.ts";
import type { PreviewedFile } from "./choose-file.tsx";
import { ImportCountsTable, linesIn } from "./import-counts.tsx";

const PROOF_REQUIRED = 2002;
const START_MS = 30_000;

interface ReviewFileProps {
  file: PreviewedFile;
  onStarted: (id: string) => void;
  onBack: () => void;
}

/** What a file would do, and why it is loaded; then it is begun (ROLE-04). */
export function ReviewFile({ file, onStarted, onBack }: ReviewFileProps) {
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const [password, setPassword] = useState("");
  const [needsProof, setNeedsProof] = useState(false);
  const reveal = useReveal();
  // A try that got no answer is repeated under its key, so that the file is loaded once; a refused one is over.
  const key = useRef(crypto.randomUUID());
  const { imported, skipped, cards } = file.preview;
  const count = linesIn(imported);
  const starting = useSubmit<void>(async () => {
    const body = { file: file.text, name: file.name, reason, ...(needsProof ? { password } : {}) };
    try {
      const options = { body, idempotencyKey: key.current, timeoutMs: START_MS };
      const { id } = await call(api, "staffStartImport", options);
      await client.invalidateQueries({ queryKey: importsQuery.queryKey });
      onStarted(id);
    } catch (failure) {
      if (isRefusal(failure)) key.current = crypto.randomUUID();
      if (codeOf(failure) !== PROOF_REQUIRED) throw failure;
      setNeedsProof(true);
    }
  });
  const isReady = reason.trim() !== "" && !(needsProof && password === "");
  return (
    <Section title={words.reviewTitle(file.name)}>
      {count === 0 && <Notice kind="info">{words.nothingNew}</Notice>}
      <ImportCountsTable caption={words.reviewTitle(file.name)} made={imported} there={skipped} cards={cards} />
      {count > 0 && <p className={mutedClass}>{words.noMail}</p>}
      <form
        className={styles.repair}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) starting.submit();
        }}
      >
        {count > 0 && (
          <TextArea
            label={repairs.reason}
            hint={repairs.reasonHint}
            rows={2}
            maxLength={1000}
            required
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        {needsProof && (
          <PasswordField
            label={repairs.password}
            hint={repairs.passwordHint}
            autoComplete="current-password"
            // It is asked for because of what was just pressed.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            value={password}
            reveal={reveal}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        <FailureNotice failure={starting.failure} />
        <div className={styles.acts}>
          <Button disabled={starting.busy} onClick={onBack}>
            {words.other}
          </Button>
          {count > 0 && (
            <Button type="submit" look="primary" busy={starting.busy} disabled={!isReady}>
              {words.load(count)}
            </Button>
          )}
        </div>
      </form>
    </Section>
  );
}
