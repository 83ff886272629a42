import { call } from "@foyer/api-client/client";
import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { Section } from "@foyer/ui/section";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { words } from "#words/admin-imports";
import { words as sending } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { isRefusal } from "../../shared/failures/refusal-of.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { SubmitProof } from "../../shared/proof/proof-field.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import { WaitingLine } from "../../shared/forms/waiting-line.tsx";
import { proofWords, ReasonField } from "../repair/act-fields.tsx";
import styles from "../admin.module.css";
import { importsQuery } from "../queries.ts";
import type { PreviewedFile } from "./choose-file.tsx";
import { ImportCountsTable, linesIn } from "./import-counts.tsx";

const START_MS = 30_000;

interface ReviewFileProps {
  file: PreviewedFile;
  onStarted: (id: string) => void;
  onBack: () => void;
}

/** Shows what a file would change, asks for the reason, and starts the import (ROLE-04). */
export function ReviewFile({ file, onStarted, onBack }: ReviewFileProps) {
  const client = useQueryClient();
  const section = useRef<HTMLElement>(null);
  useEffect(() => focusHeading(section.current), []);
  const [reason, setReason] = useState("");
  // An attempt without an answer is repeated with the same key, so that the file is loaded once; a refused one gets a
  // new key.
  const key = useRef(crypto.randomUUID());
  const { imported, skipped, cards } = file.preview;
  const count = linesIn(imported);
  const isReasoned = reason.trim() !== "";
  const starting = useSubmit(
    async (_, signal, proof) => {
      const body = { file: file.text, name: file.name, reason, ...proof };
      try {
        const options = { body, idempotencyKey: key.current, timeoutMs: START_MS, signal };
        const { id } = await call(api, "staffStartImport", options);
        await client.invalidateQueries({ queryKey: importsQuery.queryKey });
        onStarted(id);
      } catch (failure) {
        if (isRefusal(failure)) key.current = crypto.randomUUID();
        throw failure;
      }
    },
    sending.importing,
    { proof: "on-demand", unheard: sending.unheardSafe },
  );
  return (
    <Section ref={section} title={words.reviewTitle(file.name)}>
      {count === 0 && <Notice kind="info">{words.nothingNew}</Notice>}
      <ImportCountsTable caption={words.reviewTitle(file.name)} made={imported} there={skipped} cards={cards} />
      {count > 0 && <p className={mutedClass}>{words.noMail}</p>}
      <form
        className={styles.repair}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReasoned && starting.ready) starting.submit();
        }}
      >
        {count > 0 && <ReasonField value={reason} onChange={setReason} />}
        <SubmitProof sending={starting} ready={isReasoned} field={proofWords} />
        <FailureNotice failure={starting.failure} />
        <WaitingLine waiting={starting.waiting} />
        <div className={styles.acts}>
          <Button disabled={starting.busy} onClick={onBack}>
            {words.other}
          </Button>
          {count > 0 && (
            <Button type="submit" look="primary" busy={starting.busy} disabled={!isReasoned || !starting.ready}>
              {words.load(count)}
            </Button>
          )}
        </div>
      </form>
    </Section>
  );
}

/** The focused button is gone, so the focus moves to the heading that replaced it. */
function focusHeading(section: HTMLElement | null) {
  const heading = section?.querySelector("h2");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}
