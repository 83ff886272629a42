import type { ManagedLicense } from "@foyer/contract/licenses";
import { Button } from "@foyer/ui/button";
import { classNames } from "@foyer/ui/class-names";
import { Dialog } from "@foyer/ui/dialog";
import { words } from "#words/team";
import { useRowWindow } from "../seats/use-row-window.ts";
import type { AddressList } from "./address-list.ts";
import styles from "./invite-section.module.css";
import { sendCounts, type SendResult } from "./send-run.ts";
import { useSendRun } from "./use-send-run.ts";

const ROW_PX = 36;

interface FileDialogProps {
  licence: ManagedLicense;
  list: AddressList;
  onClose: () => void;
}

/** A file's rows, each with what would become of it; then the sending, each with what became of it. */
export function FileDialog({ licence, list, onClose }: FileDialogProps) {
  const sending = useSendRun(licence.id, list.good);
  const { run, waitsFor } = sending;
  const counts = sendCounts(run);
  const isStarted = run.isSending || counts.waiting < counts.total;
  const isEnded = isStarted && !run.isSending && counts.waiting === 0;
  const rows = isStarted ? list.good.map((text, at) => resultRow(text, run.results[at])) : list.rows.map(verdictRow);
  return (
    <Dialog
      title={words.fileTitle}
      wide
      onClose={run.isSending ? undefined : onClose}
      actions={
        <>
          {!isEnded && (
            <Button disabled={run.isSending} onClick={onClose}>
              {words.cancel}
            </Button>
          )}
          {isEnded && counts.failed > 0 && <Button onClick={sending.retry}>{words.retryFailed}</Button>}
          {isEnded ? (
            <Button look="primary" onClick={onClose}>
              {words.done}
            </Button>
          ) : (
            <Button look="primary" busy={run.isSending} disabled={list.good.length === 0} onClick={sending.start}>
              {list.good.length === 0 ? words.nobodyToInvite : words.inviteCount(list.good.length)}
            </Button>
          )}
        </>
      }
    >
      {isStarted ? (
        <>
          <progress
            className={styles.progress}
            aria-label={words.sendTitle}
            max={counts.total}
            value={counts.total - counts.waiting}
          />
          <p role="status">
            {waitsFor !== null && words.sendingWaits(waitsFor)}
            {waitsFor === null && !isEnded && words.sendingProgress(counts.total - counts.waiting, counts.total)}
            {isEnded && words.sendEnded(counts.invited, counts.total - counts.invited)}
          </p>
        </>
      ) : (
        <ul className={styles.summary}>
          {Object.entries(list.counts)
            .filter(([, count]) => count > 0)
            .map(([verdict, count]) => (
              <li key={verdict}>
                {words.verdicts[verdict as keyof typeof words.verdicts]}: <strong>{count}</strong>
              </li>
            ))}
        </ul>
      )}
      <EntryTable rows={rows} />
    </Dialog>
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
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and holds nothing that takes the focus
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
            // oxlint-disable-next-line react/no-array-index-key -- a file may name an address twice
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
