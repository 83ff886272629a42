import type { ManagedLicense } from "@foyer/contract/licenses";
import type { Seat } from "@foyer/contract/seats";
import { isTrial } from "@foyer/domain/product-id";
import { Button } from "@foyer/ui/button";
import { TextField } from "@foyer/ui/field";
import { EmptyState } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useCallback, useDeferredValue, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { words } from "#words/team";
import { serviceClockQuery } from "../../shared/settings/service-clock.ts";
import { fileNameOf, saveFile } from "../../shared/screens/save-file.ts";
import { userQuery } from "../../shared/requests/queries.ts";
import { giveState } from "../../shared/storage/team-choice.ts";
import { sectionIds } from "../team-index.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { type SeatColumnName, seatCsv, type SeatFacts } from "./seat-columns.tsx";
import { type SeatDialogKind, seatDialogs } from "./seat-dialogs.tsx";
import { seatFinder } from "./seat-finder.ts";
import { seatList, selectionFacts, sortSeats, untouchedList } from "./seat-list.ts";
import styles from "./seat-list-section.module.css";
import { type SeatActions, SeatActionsContext } from "./seat-status.tsx";
import { SeatTable } from "./seat-table.tsx";
import { type SeatUse, useSeatUse } from "./seat-use.ts";

/** The open dialog, and the place of the focus if the element that opened it is gone. */
type OpenDialog = { readonly returnTo: RefObject<HTMLElement | null> } & (
  | { readonly kind: "remove"; readonly seats: readonly Seat[] }
  | { readonly kind: SeatDialogKind; readonly seat: Seat }
);

interface SeatListSectionProps {
  license: ManagedLicense;
  /** The displayed name of the license. */
  name: string;
  seats: readonly Seat[];
}

/** The seats of a license: search, select, remove, resend, share, renew, and export as CSV (SEATS-01 to 09). */
export function SeatListSection(props: SeatListSectionProps) {
  const use = useSeatUse(props.license.id, props.seats);
  const now = useQuery(serviceClockQuery).data?.toISOString();
  const own = useQuery(userQuery).data?.username ?? null;
  const { total_seats: total, subscription_state: state, product_id: productId } = props.license;
  const isOnly = total === 1 && state !== "inactive" && !isTrial(productId);
  const { lastUses } = use;
  const facts = useMemo(() => ({ lastUses, now, own, isOnly }), [lastUses, now, own, isOnly]);
  return <SeatListView {...props} use={use} facts={facts} />;
}

interface SeatListViewProps extends SeatListSectionProps {
  use: SeatUse;
  facts: SeatFacts;
}

/** Renders for every key in the filter, and so reads no answers itself. */
function SeatListView({ license, name, seats, use, facts }: SeatListViewProps) {
  const [list, tell] = useReducer(seatList, untouchedList);
  useEffect(() => tell({ type: "reread", seats }), [seats]);

  const { sortedBy, isDescending, filter, selected } = list;
  const { listed, isUnusedAlone } = use;
  const sorted = useMemo(
    () => sortSeats(listed, { sortedBy, isDescending }, facts),
    [listed, sortedBy, isDescending, facts],
  );
  const find = useMemo(() => seatFinder(sorted), [sorted]);
  // Defer list rendering so typing in the filter stays responsive.
  const sought = useDeferredValue(filter);
  const { seats: shown, wanted } = useMemo(() => find(sought), [find, sought]);
  const selection = useMemo(() => selectionFacts(shown, selected), [shown, selected]);
  const { extent } = selection;
  // A click on "Select all" paints the rows first; the count and the button follow.
  const told = useAfterPaint(selection);
  const toggle = useCallback((id: string, isSelected: boolean) => tell({ type: "toggled", id, isSelected }), []);
  const selectAll = useMemo(
    () => ({ extent, onChange: (isSelected: boolean) => tell({ type: "allToggled", shown, isSelected }) }),
    [extent, shown],
  );
  const sort = useMemo(
    () => ({ sortedBy, isDescending, onSort: (by: SeatColumnName) => tell({ type: "sorted", by }) }),
    [sortedBy, isDescending],
  );
  const isOnly = facts.isOnly === true;
  const section = useRef<HTMLElement>(null);
  const isGiving = useGiveOnLoad();
  const [dialog, setDialog] = useState<OpenDialog | null>(() => {
    const [seat] = seats;
    if (!isGiving || !isOnly || !seat) return null;
    // The list is not in the page yet, and a ref is not read while rendering.
    const row = () => document.querySelector<HTMLElement>(`[data-seat="${seat.id}"] input`);
    return { kind: "give", seat, returnTo: placeOf(row) };
  });
  const actions = useMemo<SeatActions>(
    () => ({
      licenseId: license.id,
      open: (kind, seat) => setDialog({ kind, seat, returnTo: returnPlace(section, seat) }),
    }),
    [license.id],
  );

  return (
    <Section
      ref={section}
      title={words.listTitle}
      id={sectionIds.seats}
      actions={
        <Button
          small
          look="quiet"
          className={styles.export}
          aria-label={words.exportSeats}
          onClick={() => {
            const csv = seatCsv(sortSeats(seats, { sortedBy, isDescending }, facts), facts);
            saveFile(`${fileNameOf(name)}-seats.csv`, "text/csv", csv);
          }}
        >
          {words.exportCsv}
        </Button>
      }
    >
      {seats.length === 0 ? (
        <EmptyState title={words.noSeats} />
      ) : (
        <>
          <div className={styles.bar}>
            <div className={styles.filter}>
              <TextField
                label={words.filter}
                type="search"
                autoComplete="off"
                spellCheck={false}
                value={filter}
                onChange={(event) => tell({ type: "filtered", text: event.target.value })}
              />
            </div>
            <UnusedFilter {...use} />
            <p className={styles.count} aria-live="polite">
              {told.count > 0 ? words.selected(told.count, told.hidden) : words.shown(shown.length, seats.length)}
            </p>
            <Button
              look={told.count > 0 ? "danger" : "secondary"}
              disabled={told.count === 0}
              onClick={() => {
                const chosen = seats.filter(({ id }) => selected.has(id));
                setDialog({ kind: "remove", seats: chosen, returnTo: returnPlace(section) });
              }}
            >
              {words.remove}
            </Button>
          </div>
          <SeatActionsContext value={actions}>
            <SeatTable
              label={words.table}
              seats={shown}
              selected={selected}
              facts={facts}
              onToggle={toggle}
              selectAll={selectAll}
              sort={sort}
              startsAt={`${wanted} ${sortedBy} ${isDescending} ${isUnusedAlone}`}
            />
          </SeatActionsContext>
          {shown.length === 0 && !isUnusedAlone && <p>{words.noMatch(sought.trim())}</p>}
        </>
      )}
      {dialog && (
        <SeatDialog
          dialog={dialog}
          license={license}
          onRemoved={() => tell({ type: "cleared" })}
          onClose={() => setDialog(null)}
        />
      )}
    </Section>
  );
}

/** Shows only the seats that nobody has used for a while, where there are any (WAL-24). */
function UnusedFilter({ unused, isUnusedAlone, showUnusedAlone }: SeatUse) {
  if (unused === 0 && !isUnusedAlone) return null;
  return (
    <Button small aria-pressed={isUnusedAlone} onClick={() => showUnusedAlone(!isUnusedAlone)}>
      {words.unused(unused)}
    </Button>
  );
}

/** Returns the row of the seat, otherwise the filter, otherwise the section (LOOK-06). */
function returnPlace(section: RefObject<HTMLElement | null>, seat?: Seat): RefObject<HTMLElement | null> {
  const inside = (selector: string) => section.current?.querySelector<HTMLElement>(selector);
  return placeOf(
    () => seat && inside(`[data-seat="${seat.id}"] input`),
    () => inside("input[type=search]"),
    () => section.current,
  );
}

interface OpenDialogProps {
  dialog: OpenDialog;
  license: ManagedLicense;
  onRemoved: () => void;
  onClose: () => void;
}

function SeatDialog({ dialog, license, onRemoved, onClose }: OpenDialogProps) {
  const frame = { returnTo: dialog.returnTo, onClose };
  if (dialog.kind === "remove") {
    return <RemoveDialog licenseId={license.id} seats={dialog.seats} onRemoved={onRemoved} {...frame} />;
  }
  const Dialog = seatDialogs[dialog.kind];
  return <Dialog license={license} seat={dialog.seat} {...frame} />;
}

/**
 * Returns whether a link opened the page to give its only seat to another person. A reload of the page does not ask
 * again.
 */
function useGiveOnLoad(): boolean {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const [isAsked] = useState(state === giveState);
  const isStored = state === giveState;
  useEffect(() => {
    if (isStored) void navigate({ search }, { replace: true, state: null });
  }, [isStored, search, navigate]);
  return isAsked;
}

/**
 * Returns the place of the focus after an action: the first element that is there and enabled when it is needed, because the
 * action may have removed the others.
 */
function placeOf(...finds: readonly (() => HTMLElement | null | undefined)[]): RefObject<HTMLElement | null> {
  return {
    get current() {
      for (const find of finds) {
        const place = find();
        if (!place || place.matches(":disabled")) continue;
        if (place.tabIndex < 0) place.tabIndex = -1;
        return place;
      }
      return null;
    },
  };
}

/**
 * Returns the value of the last painted frame; a change follows right after the next paint. For what may follow a click by one frame,
 * so that the click itself is answered with less work. `useDeferredValue` mostly renders in the same frame.
 */
function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(value));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value]);
  return painted;
}
