import { call } from "@foyer/api-client/client";
import { formatDate } from "@foyer/domain/dates";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { words } from "#words/team";
import { activationsApi } from "../../shared/activations-api.ts";

const seatUseQuery = (license: string) =>
  queryOptions({
    queryKey: ["seat-use", license],
    queryFn: () => call(activationsApi, "listLicenseActivations", { params: { id: license } }),
  });

interface SeatUse {
  /** What the rows say, by the seat's id. */
  readonly lastUses: ReadonlyMap<string, string>;
  /** Ids of the seats that nobody has used for 60 days. */
  readonly unused: ReadonlySet<string>;
}

/** When the seats of a license were last used (WAL-24); empty while that is unknown, or where the vendor shows it to nobody. */
export function useSeatUse(license: string): SeatUse {
  const { data } = useQuery(seatUseQuery(license));
  return useMemo(() => {
    const seats = data?.seats ?? [];
    const used = seats.flatMap(({ id, last_used: day }) =>
      day === null ? [] : [[id, words.lastUsed(formatDate(day))] as const],
    );
    return { lastUses: new Map(used), unused: new Set(seats.flatMap(({ id, is_unused: is }) => (is ? [id] : []))) };
  }, [data]);
}
