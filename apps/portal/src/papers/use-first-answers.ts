import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { quotesQuery, referencesQuery } from "../shared/papers/reference-queries.ts";
import { managedLicensesQuery } from "../shared/requests/queries.ts";
import { archivesQuery, contactsQuery, papersQuery } from "./paper-queries.ts";
import { useFilter } from "./use-filter.ts";

const PATIENCE_MS = 1_000;

/**
 * Asks for all that the page shows. Returns true once the answers are there, so that the page is drawn once and nothing in it
 * moves; or after a moment, so that one slow answer does not hold up the others.
 */
export function useFirstAnswers(customerId: string): boolean {
  const [filter] = useFilter();
  const asked = [
    useInfiniteQuery(papersQuery(customerId, filter)),
    useQuery(archivesQuery(customerId)),
    useQuery(quotesQuery(customerId)),
    useQuery(referencesQuery(customerId)),
    useQuery(contactsQuery(customerId)),
    useQuery(managedLicensesQuery),
  ];
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  const isDue = asked.every(({ isPending }) => !isPending);
  // A later filter is answered within the page.
  if (isDue && !isDrawn) setDrawn(true);
  return isDrawn || isDue;
}
