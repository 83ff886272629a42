import type { Seat } from "@foyer/contract/seats";
import { formatDate } from "@foyer/domain/dates";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { words } from "#words/team";
import { licenseDevicesQuery } from "../../shared/devices/device-queries.ts";

export interface SeatUse {
  /** Texts about the last use, by the seat's id. */
  readonly lastUses: ReadonlyMap<string, string>;
  /** Number of seats that nobody has used for 60 days. */
  readonly unused: number;
  /** Only unused seats are listed. */
  readonly isUnusedAlone: boolean;
  readonly showUnusedAlone: (is: boolean) => void;
  readonly listed: readonly Seat[];
}

/** Returns when the seats of a license were last used (WAL-24); empty while unknown, or if the vendor hides it. */
export function useSeatUse(license: string, seats: readonly Seat[]): SeatUse {
  const { data } = useQuery(licenseDevicesQuery(license));
  const [isUnusedAlone, showUnusedAlone] = useState(false);
  const { lastUses, unused } = useMemo(() => {
    const used = (data?.seats ?? []).flatMap(({ id, last_used: day }) =>
      day === null ? [] : [[id, words.lastUsed(formatDate(day))] as const],
    );
    const ids = (data?.seats ?? []).flatMap(({ id, is_unused: is }) => (is ? [id] : []));
    return { lastUses: new Map(used), unused: new Set(ids) };
  }, [data]);
  const listed = useMemo(
    () => (isUnusedAlone ? seats.filter(({ id }) => unused.has(id)) : seats),
    [seats, unused, isUnusedAlone],
  );
  return { lastUses, unused: unused.size, isUnusedAlone, showUnusedAlone, listed };
}
