import type { Seat } from "@foyer/contract/seats";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { licenseDevicesQuery } from "../../shared/devices/device-queries.ts";
import type { SeatFacts } from "./seat-columns.tsx";

export interface SeatUse extends Pick<SeatFacts, "lastUses"> {
  /** Number of seats that nobody has used for 60 days. */
  readonly unused: number;
  /** Only unused seats are listed. */
  readonly isUnusedAlone: boolean;
  readonly showUnusedAlone: (is: boolean) => void;
  readonly listed: readonly Seat[];
}

/** Returns when the seats of a license were last used (WAL-24). */
export function useSeatUse(license: string, seats: readonly Seat[]): SeatUse {
  const { data } = useQuery(licenseDevicesQuery(license));
  const [isUnusedAlone, showUnusedAlone] = useState(false);
  const { lastUses, unused } = useMemo(() => {
    const uses = data?.seats ?? null;
    const ids = (uses ?? []).flatMap(({ id, is_unused: is }) => (is ? [id] : []));
    const days = uses?.map(({ id, last_used: day }) => [id, day] as const);
    return { lastUses: days && new Map(days), unused: new Set(ids) };
  }, [data]);
  const listed = useMemo(
    () => (isUnusedAlone ? seats.filter(({ id }) => unused.has(id)) : seats),
    [seats, unused, isUnusedAlone],
  );
  return { lastUses, unused: unused.size, isUnusedAlone, showUnusedAlone, listed };
}
