import { useSearchParams } from "../shared/screens/router.tsx";
import type { PaperFilter } from "./paper-queries.ts";

/** The filter of the papers, stored in the URL, so that a reload and a mailed link show the same. */
export function useFilter(): [PaperFilter, (filter: PaperFilter) => void] {
  const [search, setSearch] = useSearchParams();
  const year = /^20\d\d$/.test(search.get("year") ?? "") ? Number(search.get("year")) : null;
  return [
    { year, license: search.get("license") },
    (filter) => {
      const chosen = Object.entries(filter).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
      setSearch(new URLSearchParams(chosen), { replace: true });
    },
  ];
}
