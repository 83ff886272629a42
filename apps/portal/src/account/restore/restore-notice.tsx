import { call } from "@foyer/api-client/client";
import type { OwnRestore } from "@foyer/contract/access-restores";
import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { words } from "#words/stop-restore";
import { api } from "../../shared/api.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { useSubmit } from "../../shared/use-submit.ts";
import { localTime } from "./local-time.ts";
import { ownRestoreQuery } from "./own-restore-query.ts";

/**
 * Warns a signed-in person that support is about to move the account to a new address, and stops the restore; renders
 * nothing otherwise.
 */
export function RestoreNotice() {
  const client = useQueryClient();
  const { data: restore } = useQuery(ownRestoreQuery);
  const stopping = useSubmit<void>(async () => {
    await call(api, "stopOwnRestore");
    await client.invalidateQueries({ queryKey: ownRestoreQuery.queryKey });
  });
  if (!restore || restore.state === "done") return null;
  const { title, text } = said(restore);
  const isLive = restore.state !== "stopped";
  return (
    <>
      <Notice
        kind={isLive ? "danger" : "warning"}
        title={title}
        action={
          isLive && (
            <Button busy={stopping.busy} onClick={() => stopping.submit()}>
              {words.stop}
            </Button>
          )
        }
      >
        {text}
      </Notice>
      <FailureNotice failure={stopping.failure} />
    </>
  );
}

function said({ state, email, restores, stopped_by: by }: OwnRestore): { title: string; text: string } {
  if (state === "stopped") return { title: words.wasStopped, text: words.wasStoppedHelp(email, by) };
  return restores === null
    ? { title: words.asked, text: words.askedHelp(email) }
    : { title: words.waiting, text: words.waitingHelp(email, localTime(restores)) };
}
