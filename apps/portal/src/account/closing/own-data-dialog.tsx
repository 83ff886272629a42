import { call } from "@foyer/api-client/client";
import type { CallReply } from "@foyer/api-client/call-types";
import { formatDate } from "@foyer/domain/dates";
import { Notice } from "@foyer/ui/notice";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { words } from "#words/own-data";
import { words as sending } from "#words/sending";
import { Loaded } from "../../shared/screens/loaded.tsx";
import { api } from "../../shared/requests/api.ts";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { SubmitDialog } from "../../shared/forms/submit-dialog.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import styles from "./own-data-dialog.module.css";

type State = CallReply<"readDataExport">;

const POLL_MS = 2_000;
const isGathering = (state: State | undefined): boolean => state?.export?.ready_until === null;

const dataExportQuery = queryOptions({
  queryKey: ["data-export"],
  queryFn: () => call(api, "readDataExport"),
  staleTime: 0,
  // Refetch while the data is being collected.
  refetchInterval: ({ state }) => (isGathering(state.data) ? POLL_MS : false),
});

/** Requests all data stored about the person, and shows the progress (ERASE-05). */
export function OwnDataDialog({ onClose }: { onClose: () => void }) {
  const gathered = useQuery(dataExportQuery);
  const starting = useSubmit(
    async (_, signal) => {
      await call(api, "startDataExport", { signal });
      await gathered.refetch();
    },
    sending.exporting,
    { unheard: sending.unheardSafe },
  );
  const mayStart = gathered.data !== undefined && gathered.data.next_possible === null && !isGathering(gathered.data);
  return (
    <SubmitDialog
      sending={starting}
      title={words.title}
      description={words.help}
      submit={mayStart ? words.start : null}
      cancel={words.done}
      onClose={onClose}
    >
      <p className={mutedClass}>{words.contents}</p>
      <Loaded query={gathered} failed={words.failed} lines={[0.6]}>
        {(state) => <Progress state={state} />}
      </Loaded>
    </SubmitDialog>
  );
}

function Progress({ state }: { state: State }) {
  if (state.export === null) return null;
  const { parts_done: done, parts, ready_until: until } = state.export;
  if (until === null) {
    return (
      <div>
        <p>{words.gathering(done, parts)}</p>
        <progress className={styles.progress} aria-label={words.progress} value={done} max={parts} />
      </div>
    );
  }
  return (
    <Notice kind="success">
      <p>{words.ready(formatDate(until))}</p>
      {state.next_possible !== null && <p>{words.nextPossible(formatDate(state.next_possible))}</p>}
    </Notice>
  );
}
