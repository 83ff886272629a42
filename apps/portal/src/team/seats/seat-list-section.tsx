import type { ManagedLicense } from "@foyer/contract/licenses";
import type { Seat } from "@foyer/contract/seats";
import { Button } from "@foyer/ui/button";
import { TextField } from "@foyer/ui/field";
import { EmptyState } from "@foyer/ui/placeholders";
import { Section } from "@foyer/ui/section";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useDeferredValue, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { words } from "#words/team";
import { serviceClockQuery } from "../../shared/service-clock.ts";
import { fileNameOf, saveFile } from "../../shared/save-file.ts";
import { RemoveDialog } from "./remove-dialog.tsx";
import { RenewDialog } from "./renew-dialog.tsx";
import { seatCsv } from "./seat-csv.ts";
import { seatFinder } from "./seat-finder.ts";
import { type SeatColumn, seatList, selectionFacts, sortSeats, untouchedList } from "./seat-list.ts";
import styles from "./seat-list-section.module.css";
import { type SeatStatusActions, SeatStatus, SeatStatusContext } from "./seat-status.tsx";
import { SeatTable } from "./seat-table.tsx";
import { useSeatUse } from "./seat-use.ts";
import { ShareDialog } from "./share-dialog.tsx";

type OpenDialog =
  | { readonly kind: "remove"; readonly seats: readonly Seat[] }
  | { readonly kind: "renew" | "share"; readonly seat: Seat };

interface SeatListSectionProps {
  license: ManagedLicense;
  /** The displayed name of the license. */
  name: string;
  seats: readonly Seat[];
}

/** The seats of a license: search, select, remove, resend, share, renew, and export as CSV (SEATS-01 to 09). */
export function SeatListSection({ license, name, seats }: SeatListSectionProps) {
  const [list, tell] = useReducer(seatList, untouchedList);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  useEffect(() => tell({ type: "reread", seats }), [seats]);

  const filterField = useRef<HTMLInputElement>(null);

  const { sortedBy, isDescending, filter, selected } = list;
  const { lastUses, unused } = useSeatUse(license.id);
  const [isUnusedAlone, showUnusedAlone] = useState(false);
  const listed = useMemo(
    () => (isUnusedAlone ? seats.filter(({ id }) => unused.has(id)) : seats),
    [seats, unused, isUnusedAlone],
  );
  const sorted = useMemo(() => sortSeats(listed, { sortedBy, isDescending }), [listed, sortedBy, isDescending]);
  const find = useMemo(() => seatFinder(sorted), [sorted]);
  // Defer list rendering so typing in the filter stays responsive.
  const sought = useDeferredValue(filter);
  const { seats: shown, wanted } = useMemo(() => find(sought), [find, sought]);
  const selection = useMemo(() => selectionFacts(shown, selected), [shown, selected]);
  const { extent } = selection;
  const toggle = useCallback((id: string, isSelected: boolean) => tell({ type: "toggled", id, isSelected }), []);
  const selectAll = useMemo(
    () => ({ extent, onChange: (isSelected: boolean) => tell({ type: "allToggled", shown, isSelected }) }),
    [extent, shown],
  );
  const sort = useMemo(
    () => ({ sortedBy, isDescending, onSort: (by: SeatColumn) => tell({ type: "sorted", by }) }),
    [sortedBy, isDescending],
  );
  const { data: clock } = useQuery(serviceClockQuery);
  const frame = { returnTo: filterField, onClose: () => setDialog(null) };
  const actions = useMemo<SeatStatusActions>(
    () => ({
      licenseId: license.id,
      onRenew: (seat) => setDialog({ kind: "renew", seat }),
      onShare: (seat) => setDialog({ kind: "share", seat }),
    }),
    [license.id],
  );

  return (
    <Section
      title={words.listTitle}
      actions={
        <Button
          small
          look="quiet"
          onClick={() =>
            saveFile(`${fileNameOf(name)}-seats.csv`, "text/csv", seatCsv(sortSeats(seats, { sortedBy, isDescending })))
          }
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
                ref={filterField}
                label={words.filter}
                type="search"
                autoComplete="off"
                spellCheck={false}
                value={filter}
                onChange={(event) => tell({ type: "filtered", text: event.target.value })}
              />
            </div>
            {(unused.size > 0 || isUnusedAlone) && (
              <Button small aria-pressed={isUnusedAlone} onClick={() => showUnusedAlone(!isUnusedAlone)}>
                {words.unused(unused.size)}
              </Button>
            )}
            <p className={styles.count} aria-live="polite">
              {selection.count > 0
                ? words.selected(selection.count, selection.hidden)
                : words.shown(shown.length, seats.length)}
            </p>
            <Button
              look={selection.count > 0 ? "danger" : "secondary"}
              disabled={selection.count === 0}
              onClick={() => setDialog({ kind: "remove", seats: seats.filter(({ id }) => selected.has(id)) })}
            >
              {words.remove}
            </Button>
          </div>
          <SeatStatusContext value={actions}>
            <SeatTable
              label={words.table}
              seats={shown}
              selected={selected}
              Status={SeatStatus}
              onToggle={toggle}
              selectAll={selectAll}
              sort={sort}
              lastUses={lastUses}
              now={clock?.toISOString()}
              startsAt={`${wanted} ${sortedBy} ${isDescending} ${isUnusedAlone}`}
            />
          </SeatStatusContext>
          {shown.length === 0 && !isUnusedAlone && <p>{words.noMatch(sought.trim())}</p>}
        </>
      )}
      {dialog?.kind === "remove" && (
        <RemoveDialog
          licenseId={license.id}
          seats={dialog.seats}
          onRemoved={() => tell({ type: "cleared" })}
          {...frame}
        />
      )}
      {dialog?.kind === "renew" && <RenewDialog license={license} seat={dialog.seat} {...frame} />}
      {dialog?.kind === "share" && <ShareDialog seat={dialog.seat} {...frame} />}
    </Section>
  );
}
