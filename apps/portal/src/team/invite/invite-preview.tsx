import { addressFault } from "@foyer/domain/addresses";
import { showInvisible } from "@foyer/domain/invisible";
import { classNames } from "@foyer/ui/class-names";
import type { ReactNode } from "react";
import { words as fileWords } from "#words/invite-file";
import { words } from "#words/team";
import { useRowWindow } from "../seats/use-row-window.ts";
import { useNarrow } from "../seats/use-row-heights.ts";
import { type AddressList, verdicts } from "./address-list.ts";
import styles from "./invite-section.module.css";
import { sendCounts, type SendResult, type SendRun } from "./send-run.ts";

const WIDE_PX = 36;
/** On a small screen, an address has two lines, and its result is below. */
const NARROW_PX = 84;

/** Returns the height of a row in a list of addresses, in pixels. */
function useEntryHeight(): number {
  return useNarrow() ? NARROW_PX : WIDE_PX;
}

/** Shows how many entries of a list would be invited, and how many not, with the reason. */
export function InviteCounts({ counts }: Pick<AddressList, "counts">) {
  return (
    <ul className={styles.summary}>
      {verdicts
        .filter((verdict) => counts[verdict] > 0)
        .map((verdict) => (
          <li key={verdict}>
            {words.counted(words.verdicts[verdict])} <strong>{words.count(counts[verdict])}</strong>
          </li>
        ))}
    </ul>
  );
}

/** Shows the expected result of each entry of a list, typed or from a file (LOOK-01). */
export function InvitePreview({ list, children }: { list: AddressList; children?: ReactNode }) {
  return (
    <>
      <InviteCounts counts={list.counts} />
      {children}
      <EntryTable rows={list.rows.map(verdictRow)} />
    </>
  );
}

/** Shows why each entry of a list was not invited. */
export function RestPreview({ list, notSent }: { list: AddressList; notSent: readonly string[] }) {
  return (
    <EntryTable
      rows={list.rows.map((row) =>
        notSent.includes(row.entry) ? resultRow(row.entry, { kind: "not_sent" }) : verdictRow(row),
      )}
    />
  );
}

/** Shows the progress of sending a list, and the result of each address. */
export function Progressing({ run, waitsFor }: { run: SendRun; waitsFor: number | null }) {
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
  const fault = verdict === "malformed" ? addressFault(entry.trim()) : null;
  const result = fault === null ? words.verdicts[verdict] : fileWords.addressFaults[fault];
  return { text: showInvisible(entry), result, look };
}

function resultRow(text: string, result: SendResult = { kind: "waiting" }): EntryRow {
  const look = result.kind === "invited" ? "good" : result.kind === "waiting" ? "neutral" : "bad";
  return { text, look, result: result.kind === "failed" ? result.sentence : words.results[result.kind] };
}

function EntryTable({ rows }: { rows: readonly EntryRow[] }) {
  const rowHeight = useEntryHeight();
  const { scroller, first, end, onScroll } = useRowWindow({
    count: rows.length,
    rowHeight,
    headHeight: rowHeight,
  });
  return (
    <div
      ref={scroller}
      role="table"
      aria-label={words.addressTable}
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
      <div role="rowgroup" className={styles.body} style={{ height: rows.length * rowHeight }}>
        {rows.slice(first, end).map(({ text, result, look }, at) => (
          <div
            // oxlint-disable-next-line react/no-array-index-key -- a file may contain an address twice
            key={first + at}
            role="row"
            aria-rowindex={first + at + 2}
            className={classNames(styles.entry, styles.placed)}
            style={{ top: (first + at) * rowHeight }}
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
