import { call } from "@foyer/api-client/client";
import type { CallReply } from "@foyer/api-client/call-types";
import { formatDate } from "@foyer/domain/dates";
import { FormDialog } from "@foyer/ui/form-dialog";
import { Notice } from "@foyer/ui/notice";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { words } from "#words/own-data";
import { words as sending } from "#words/sending";
import { Loaded } from "../../shared/screens/loaded.tsx";
import { api } from "../../shared/requests/api.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { mutedClass } from "../../shared/screens/panel.tsx";
import { unsentSentence, useSending } from "../../shared/forms/use-sending.ts";
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
  const starting = useSending<void>(
    async (_, signal) => {
      await call(api, "startDataExport", { signal });
      await gathered.refetch();
    },
    sending.exporting,
    sending.unheardSafe,
  );
  const mayStart = gathered.data !== undefined && gathered.data.next_possible === null && !isGathering(gathered.data);
  return (
    <FormDialog
      title={words.title}
      description={words.help}
      submit={mayStart ? words.start : null}
      cancel={words.done}
      busy={starting.busy}
      waiting={starting.waiting}
      refusal={<FailureNotice failure={starting.failure} sentence={unsentSentence(starting.failure)} />}
      onSubmit={starting.submit}
      onClose={onClose}
    >
      <p className={mutedClass}>{words.contents}</p>
      <Loaded query={gathered} failed={words.failed} lines={[0.6]}>
        {(state) => <Progress state={state} />}
      </Loaded>
    </FormDialog>
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
