import type { Seat } from "@foyer/contract/seats";
import { classNames } from "@foyer/ui/class-names";
import { VisuallyHidden } from "@foyer/ui/visually-hidden";
import {
  type ChangeEvent,
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { words } from "#words/team";
import { seatColumn, type SeatColumnName, type SeatFacts, shownColumns } from "./seat-columns.tsx";
import type { SeatList, SelectionFacts } from "./seat-list.ts";
import { SeatRow } from "./seat-row.tsx";
import styles from "./seat-table.module.css";
import { useRowHeights } from "./use-row-heights.ts";
import { useRowWindow } from "./use-row-window.ts";

interface SeatTableProps {
  /** The visible seats, in display order. */
  seats: readonly Seat[];
  selected: ReadonlySet<string>;
  /** Always the same object, or every row would be rendered again. */
  facts?: SeatFacts;
  onToggle: (id: string, isSelected: boolean) => void;
  /** Selects or deselects all visible seats; null if only single rows can be selected. */
  selectAll: { extent: SelectionFacts["extent"]; onChange: (isSelected: boolean) => void } | null;
  /** Null for an order that cannot be changed. */
  sort: (Pick<SeatList, "sortedBy" | "isDescending"> & { onSort: (by: SeatColumnName) => void }) | null;
  label: string;
  /** Changes when the list scrolls back to its top: another filter, another order. */
  startsAt: string;
  compact?: boolean;
}

const noFacts: SeatFacts = {};

/**
 * The seats of a license; only rows near the visible ones are in the page. Screen readers get a complete table.
 * Renders again only when its properties change: most keystrokes in a filter do not change the list.
 */
export const SeatTable = memo(function SeatTable(props: SeatTableProps) {
  const { seats, selected, facts = noFacts, onToggle, selectAll, sort, label, startsAt, compact = false } = props;
  const columns = useMemo(() => shownColumns(facts), [facts]);
  const { rowHeight, headHeight } = useRowHeights(columns.length);
  const rows = useRowWindow({ count: seats.length, rowHeight, headHeight });
  const { scroller, toTop } = rows;
  const [focused, setFocused] = useState<number | null>(null);

  useLayoutEffect(() => toTop(), [startsAt, toTop]);

  const body = useTicks(selected);
  // The focused row stays in the page, or a keyboard user would lose the place by scrolling.
  const isAway = focused !== null && focused < seats.length && (focused < rows.first || focused >= rows.end);
  const extra = isAway ? focused : null;

  function pressed(event: KeyboardEvent<HTMLDivElement>) {
    const target = targetRow(event, seats.length);
    if (target === null) return;
    event.preventDefault();
    // The row may be rendered only now, and the next key of a fast typist must reach it.
    flushSync(() => {
      setFocused(target);
      rows.reveal(target);
    });
    scroller.current?.querySelector<HTMLElement>(`[data-index="${target}"] input`)?.focus({ preventScroll: true });
  }

  function toggled({ target }: ChangeEvent<HTMLDivElement>) {
    // The row's own attribute is current, although a later rendering may change it.
    const id = target.closest("[data-seat]")?.getAttribute("data-seat");
    if (id && target instanceof HTMLInputElement) onToggle(id, target.checked);
  }

  return (
    // The keys move the focus from row to row; the interactive element is each row's checkbox.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={scroller}
      role="table"
      aria-label={label}
      aria-rowcount={seats.length + 1}
      className={classNames(styles.table, compact && styles.compact, facts.isOnly && styles.only)}
      style={layoutOf(columns, rowHeight)}
      onScroll={rows.onScroll}
      onKeyDown={pressed}
      onChange={toggled}
      onFocus={(event) => setFocused(indexOf(event.target))}
      onBlur={() => setFocused(null)}
    >
      <div role="rowgroup" className={styles.head}>
        <div role="row" aria-rowindex={1} className={styles.headRow}>
          <div role="columnheader" className={styles.tick}>
            {selectAll ? (
              <>
                <SelectAll {...selectAll} />
                <span aria-hidden="true" className={styles.selectAllText}>
                  {words.selectAll}
                </span>
              </>
            ) : (
              <VisuallyHidden>{words.selection}</VisuallyHidden>
            )}
          </div>
          {columns.map((by) => (
            <ColumnHead key={by} by={by} sort={sort} />
          ))}
        </div>
      </div>
      <div ref={body} role="rowgroup" className={styles.body} style={{ height: seats.length * rowHeight }}>
        <SeatRows
          seats={seats}
          first={rows.first}
          end={rows.end}
          extra={extra}
          rowHeight={rowHeight}
          facts={facts}
          columns={columns}
        />
      </div>
    </div>
  );
});

/** Returns the tracks of the columns beside the one with checkboxes, and the height of a row. */
function layoutOf(columns: readonly SeatColumnName[], rowHeight: number): CSSProperties {
  const tracks = columns.map((by) => seatColumn(by).width).join(" ");
  return { "--tracks": tracks, "--row": `${rowHeight}px` } as CSSProperties;
}

interface SeatRowsProps {
  seats: readonly Seat[];
  facts: SeatFacts;
  columns: readonly SeatColumnName[];
  /** Index of the first rendered row. */
  first: number;
  /** Index after the last rendered row. */
  end: number;
  /** Index of a row outside that range that is rendered too. */
  extra: number | null;
  rowHeight: number;
}

/** The rows near the visible ones. A change of the selection renders none of them. */
const SeatRows = memo(function SeatRows({ seats, first, end, extra, rowHeight, facts, columns }: SeatRowsProps) {
  const shown: number[] = [];
  for (let index = first; index < end; index += 1) shown.push(index);
  if (extra !== null) shown.push(extra);
  return shown.map((index) => {
    const seat = seats[index];
    return (
      seat && <SeatRow key={index} seat={seat} facts={facts} columns={columns} index={index} top={index * rowHeight} />
    );
  });
});

/**
 * Sets the checkboxes directly in the DOM after every rendering. As a property, a click on "Select all" would render
 * each row, which takes longer than a frame on a slow machine.
 */
function useTicks(selected: ReadonlySet<string>): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null);
  const hadTicks = useRef(false);
  useLayoutEffect(() => {
    const hasTicks = selected.size > 0;
    if (!hasTicks && !hadTicks.current) return;
    hadTicks.current = hasTicks;
    for (const row of body.current?.children ?? []) {
      const box = row.querySelector("input");
      const isSelected = selected.has(row.getAttribute("data-seat") ?? "");
      if (box && box.checked !== isSelected) box.checked = isSelected;
      row.toggleAttribute("data-selected", isSelected);
    }
  });
  return body;
}

function ColumnHead({ by, sort }: { by: SeatColumnName; sort: SeatTableProps["sort"] }) {
  const { name } = seatColumn(by);
  const direction = sort?.isDescending ? "descending" : "ascending";
  const isSorted = sort?.sortedBy === by;
  return (
    <div role="columnheader" className={styles[by] ?? styles.text} aria-sort={isSorted ? direction : undefined}>
      {sort ? (
        <button type="button" className={styles.sort} onClick={() => sort.onSort(by)}>
          {name}
          <span className={classNames(styles.arrow, isSorted && styles[direction])} aria-hidden="true" />
        </button>
      ) : (
        name
      )}
      {sort && (
        <span className={styles.printed} aria-hidden="true">
          {name}
        </span>
      )}
    </div>
  );
}

function SelectAll({ extent, onChange }: NonNullable<SeatTableProps["selectAll"]>) {
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = extent === "some";
  }, [extent]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={words.selectAll}
      checked={extent === "all"}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

/** Returns the row that the key selects from a row's checkbox; null for other keys and places. */
function targetRow(event: KeyboardEvent<HTMLElement>, count: number): number | null {
  if (!(event.target instanceof HTMLInputElement)) return null;
  const at = indexOf(event.target);
  if (at === null || event.ctrlKey || event.metaKey || event.altKey) return null;
  const last = count - 1;
  if (event.key === "ArrowDown") return Math.min(at + 1, last);
  if (event.key === "ArrowUp") return Math.max(at - 1, 0);
  if (event.key === "PageDown") return Math.min(at + 10, last);
  if (event.key === "PageUp") return Math.max(at - 10, 0);
  if (event.key === "Home") return 0;
  return event.key === "End" ? last : null;
}

function indexOf(element: Element): number | null {
  const index = element.closest("[data-index]")?.getAttribute("data-index");
  return index ? Number(index) : null;
}
