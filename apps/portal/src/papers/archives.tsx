import { callFile } from "@foyer/api-client/call-file";
import { call } from "@foyer/api-client/client";
import type { Archive } from "@foyer/contract/documents";
import { formatDate, fromUnixSeconds } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { announce } from "@foyer/ui/live-region";
import { Notice } from "@foyer/ui/notice";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { words } from "#words/papers";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { mutedClass } from "../shared/screens/panel.tsx";
import { api } from "../shared/requests/api.ts";
import { saveBlob } from "../shared/screens/save-file.ts";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { archivesQuery } from "./paper-queries.ts";
import styles from "./papers.module.css";

/** A large year over a slow connection. */
const DOWNLOAD_MS = 10 * 60_000;

/** All papers of a year as one file: made in the background, and downloaded for some days (DOC-07). */
export function Archives({ customerId, year }: { customerId: string; year: number }) {
  const client = useQueryClient();
  const query = archivesQuery(customerId);
  const archives = useQuery(query);
  const params = { id: customerId };
  const starting = useSubmit(async () => {
    await call(api, "startArchive", { params, body: { year }, idempotencyKey: crypto.randomUUID() });
    announce(words.collecting);
    await client.invalidateQueries({ queryKey: query.queryKey });
  });
  const downloading = useSubmit<Archive>(async ({ id }) => {
    const input = { params: { ...params, archive: id }, timeoutMs: DOWNLOAD_MS };
    const { name, content } = await callFile(api, "downloadArchive", input);
    saveBlob(name, content);
  });
  const isBuilding = archives.data?.some((one) => one.year === year && one.state === "building") ?? false;
  return (
    <>
      <FailureNotice failure={starting.failure ?? downloading.failure} />
      {archives.data?.map((archive) => (
        <ArchiveNotice
          key={archive.id}
          archive={archive}
          busy={downloading.busy}
          onDownload={() => downloading.submit(archive)}
        />
      ))}
      <div className={styles.actions}>
        <Button small busy={starting.busy || isBuilding} onClick={() => starting.submit()}>
          {words.collect(year)}
        </Button>
        <span className={mutedClass}>{words.collectHelp}</span>
      </div>
    </>
  );
}

interface ArchiveNoticeProps {
  archive: Archive;
  busy: boolean;
  onDownload: () => void;
}

function ArchiveNotice({ archive, busy, onDownload }: ArchiveNoticeProps) {
  const { year, state, papers, missing, ready_until: until } = archive;
  if (state === "building") {
    return (
      <Notice kind="info" announced={false}>
        {words.building(year, papers)}
      </Notice>
    );
  }
  if (state === "failed" || until === null) return <Notice kind="danger">{words.buildFailed(year)}</Notice>;
  return (
    <Notice
      kind={missing > 0 ? "warning" : "success"}
      action={
        <Button small busy={busy} onClick={onDownload}>
          {words.download(year)}
        </Button>
      }
    >
      <p>
        {words.ready(year, papers, formatDate(fromUnixSeconds(until)))} {missing > 0 && words.missing(missing)}
      </p>
    </Notice>
  );
}
