import { call } from "@foyer/api-client/client";
import type { OwnRestore } from "@foyer/contract/access-restores";
import { formatDate } from "@foyer/domain/dates";
import { Button } from "@foyer/ui/button";
import { Notice } from "@foyer/ui/notice";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { words } from "#words/stop-restore";
import { words as sending } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import { WaitingLine } from "../../shared/forms/waiting-line.tsx";
import { ownRestoreQuery } from "./own-restore-query.ts";

/**
 * Warns a signed-in person that support is about to move the account to a new address, and stops the restore; renders
 * nothing otherwise.
 */
export function RestoreNotice() {
  const client = useQueryClient();
  const { data: restore } = useQuery(ownRestoreQuery);
  const stopping = useSubmit(
    async (_, signal) => {
      await call(api, "stopOwnRestore", { signal });
      await client.invalidateQueries({ queryKey: ownRestoreQuery.queryKey });
    },
    sending.stoppingRestore,
    { unheard: sending.unheardSafe },
  );
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
      <WaitingLine waiting={stopping.waiting} />
      <FailureNotice failure={stopping.failure} />
    </>
  );
}

function said({ kind, state, email, restores, stopped_by: by }: OwnRestore): { title: string; text: string } {
  if (state === "stopped") return { title: words.wasStopped, text: words.wasStoppedHelp(email, by) };
  if (kind === "address" && restores !== null)
    return { title: words.address, text: words.addressHelp(email, localTime(restores)) };
  return restores === null
    ? { title: words.asked, text: words.askedHelp(email) }
    : { title: words.waiting, text: words.waitingHelp(email, localTime(restores)) };
}

/** Returns `Mar 03, 2027, 10:30 AM GMT+1`, in the reader's time zone. */
function localTime(at: string): string {
  const time = new Date(at).toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit", timeZoneName: "short" });
  return `${formatDate(at, Intl.DateTimeFormat().resolvedOptions().timeZone)}, ${time}`;
}
