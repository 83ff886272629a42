import { call } from "@foyer/api-client/client";
import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { Section } from "@foyer/ui/section";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { words } from "#words/admin-imports";
import { api } from "../api.ts";
import { isRefusal } from "../../shared/failure-code.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { mutedClass } from "../../shared/panel.tsx";
import { useProvedSubmit } from "../../shared/use-proved-submit.tsx";
import { proofWords, ReasonField } from "../act-fields.tsx";
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

/** What a file would do, and why it is loaded; then it is begun (ROLE-04). */
export function ReviewFile({ file, onStarted, onBack }: ReviewFileProps) {
  const client = useQueryClient();
  const section = useRef<HTMLElement>(null);
  useEffect(() => focusHeading(section.current), []);
  const [reason, setReason] = useState("");
  // A try that got no answer is repeated under its key, so that the file is loaded once; a refused one is over.
  const key = useRef(crypto.randomUUID());
  const { imported, skipped, cards } = file.preview;
  const count = linesIn(imported);
  const starting = useProvedSubmit(
    async (proof) => {
      const body = { file: file.text, name: file.name, reason, ...proof };
      try {
        const options = { body, idempotencyKey: key.current, timeoutMs: START_MS };
        const { id } = await call(api, "staffStartImport", options);
        await client.invalidateQueries({ queryKey: importsQuery.queryKey });
        onStarted(id);
      } catch (failure) {
        if (isRefusal(failure)) key.current = crypto.randomUUID();
        throw failure;
      }
    },
    { ready: reason.trim() !== "", field: proofWords },
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
          if (starting.ready) starting.submit();
        }}
      >
        {count > 0 && <ReasonField value={reason} onChange={setReason} />}
        {starting.proof}
        <FailureNotice failure={starting.failure} />
        <div className={styles.acts}>
          <Button disabled={starting.busy} onClick={onBack}>
            {words.other}
          </Button>
          {count > 0 && (
            <Button type="submit" look="primary" busy={starting.busy} disabled={!starting.ready}>
              {words.load(count)}
            </Button>
          )}
        </div>
      </form>
    </Section>
  );
}

/** The button that had the focus is gone: whoever listens hears what came in its place. */
function focusHeading(section: HTMLElement | null) {
  const heading = section?.querySelector("h2");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}
