import type { ManagedLicense } from "@foyer/contract/licenses";
import type { Seat } from "@foyer/contract/seats";
import { classNames } from "@foyer/ui/class-names";
import { FormDialog } from "@foyer/ui/form-dialog";
import { ErrorState } from "@foyer/ui/placeholders";
import { Progress } from "@foyer/ui/spinner";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { words } from "#words/team";
import { requestOf, sentenceOf } from "../../shared/failure-sentence.ts";
import { seatsQuery } from "../../shared/subscription/subscription-queries.ts";
import { useRowWindow } from "../seats/use-row-window.ts";
import { type AddressList, readAddressList } from "./address-list.ts";
import styles from "./invite-section.module.css";
import { sendCounts, type SendResult, type SendRun } from "./send-run.ts";
import { type Sending, useSendRun } from "./use-send-run.ts";

const ROW_PX = 36;

interface FileDialogProps {
  license: ManagedLicense;
  /** The content of the file. */
  text: string;
  onClose: () => void;
}

/**
 * A file's rows, each with its expected result; then the sending, each with its actual result. The seat list decides
 * the expected results: until it has loaded none are shown, and each refetch computes them again.
 */
export function FileDialog({ license, text, onClose }: FileDialogProps) {
  const seats = useQuery(seatsQuery(license.id));
  const sending = useSendRun(license.id);
  const list = useMemo(
    () => (seats.data ? readAddressList(text, seats.data, license.available_seats) : null),
    [text, seats.data, license.available_seats],
  );
  const { run } = sending;
  return (
    <FormDialog
      title={words.fileTitle}
      wide
      {...buttonsOf(list, sending, onClose)}
      busy={run?.isSending ?? false}
      onClose={onClose}
    >
      {run && <Progressing run={run} waitsFor={sending.waitsFor} />}
      {!run && (list ? <Preview list={list} /> : <SeatsAwaited seats={seats} />)}
    </FormDialog>
  );
}

/** The last button stays the same element, so that it keeps the focus: Invite, busy, Done. */
function buttonsOf(list: AddressList | null, { run, start, retry }: Sending, onClose: () => void) {
  if (run && !run.isSending) {
    const retryFailed = sendCounts(run).failed > 0 ? words.retryFailed : null;
    return { submit: words.done, onSubmit: onClose, cancel: retryFailed, onCancel: retry };
  }
  const good = run?.addresses ?? list?.good;
  if (!good) return { submit: null, onSubmit: onClose, cancel: words.cancel };
  const isNobody = good.length === 0;
  const submit = isNobody ? words.nobodyToInvite : words.inviteCount(good.length);
  return { submit, ready: !isNobody, onSubmit: () => start(good), cancel: words.cancel };
}

/** Shown while the seat list is loading, or if it failed to load. */
function SeatsAwaited({ seats }: { seats: UseQueryResult<readonly Seat[]> }) {
  if (!seats.isError) return <Progress label={words.readingSeats} />;
  return (
    <ErrorState
      title={words.seatsFailed}
      request={requestOf(seats.error)}
      retry={{ label: words.tryAgain, busy: seats.isFetching, onRetry: () => void seats.refetch() }}
    >
      {sentenceOf(seats.error)}
    </ErrorState>
  );
}

function Preview({ list }: { list: AddressList }) {
  return (
    <>
      <ul className={styles.summary}>
        {Object.entries(list.counts)
          .filter(([, count]) => count > 0)
          .map(([verdict, count]) => (
            <li key={verdict}>
              {words.verdicts[verdict as keyof typeof words.verdicts]}: <strong>{count}</strong>
            </li>
          ))}
      </ul>
      <EntryTable rows={list.rows.map(verdictRow)} />
    </>
  );
}

function Progressing({ run, waitsFor }: { run: SendRun; waitsFor: number | null }) {
  const { total, waiting, invited } = sendCounts(run);
  return (
    <>
      <progress className={styles.progress} aria-label={words.sendTitle} max={total} value={total - waiting} />
      <p role="status">
        {waitsFor !== null && words.sendingWaits(waitsFor)}
        {waitsFor === null && run.isSending && words.sendingProgress(total - waiting, total)}
        {!run.isSending && words.sendEnded(invited, total - invited)}
      </p>
      <EntryTable rows={run.addresses.map((text, at) => resultRow(text, run.results[at]))} />
    </>
  );
}

interface EntryRow {
  readonly text: string;
  readonly result: string;
  readonly look: "good" | "bad" | "neutral";
}

function verdictRow({ entry, verdict }: AddressList["rows"][number]): EntryRow {
  const look = verdict === "good" ? "good" : verdict === "malformed" || verdict === "no_seat_left" ? "bad" : "neutral";
  return { text: entry, result: words.verdicts[verdict], look };
}

function resultRow(text: string, result: SendResult = { kind: "waiting" }): EntryRow {
  const look = result.kind === "invited" ? "good" : result.kind === "waiting" ? "neutral" : "bad";
  return { text, look, result: result.kind === "failed" ? result.sentence : words.results[result.kind] };
}

function EntryTable({ rows }: { rows: readonly EntryRow[] }) {
  const { scroller, first, end, onScroll } = useRowWindow({
    count: rows.length,
    rowHeight: ROW_PX,
    headHeight: ROW_PX,
  });
  return (
    <div
      ref={scroller}
      role="table"
      aria-label={words.fileTitle}
      aria-rowcount={rows.length + 1}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls and contains no focusable element
      tabIndex={0}
      className={styles.rows}
      onScroll={onScroll}
    >
      <div role="rowgroup" className={styles.entryHead}>
        <div role="row" aria-rowindex={1} className={styles.entry}>
          <span role="columnheader">{words.address}</span>
          <span role="columnheader">{words.result}</span>
        </div>
      </div>
      <div role="rowgroup" className={styles.body} style={{ height: rows.length * ROW_PX }}>
        {rows.slice(first, end).map(({ text, result, look }, at) => (
          <div
            // oxlint-disable-next-line react/no-array-index-key -- a file may contain an address twice
            key={first + at}
            role="row"
            aria-rowindex={first + at + 2}
            className={classNames(styles.entry, styles.placed)}
            style={{ top: (first + at) * ROW_PX }}
          >
            <span role="cell" className={styles.text} title={text}>
              {text}
            </span>
            <span role="cell" className={styles[look]}>
              {result}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
