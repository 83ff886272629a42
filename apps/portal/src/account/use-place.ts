import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { sectionIds } from "./account-index.tsx";

const SETTLED_MS = 50;

/**
 * Scrolls to the part of the page that the address names: `#subscriptions` (HOME-07), `?section=team` (HOME-05), or a
 * section's own fragment. Once everything has come, as what comes above would push it away again.
 *
 * @param isWhole whether all sections are drawn.
 */
export function usePlace(isWhole: boolean) {
  const { hash, search, key } = useLocation();
  const queries = useQueryClient();
  const isComplete = useIsFetching() === 0 && isWhole;
  const scrolledFor = useRef<string | null>(null);
  const place = new URLSearchParams(search).get("section") === "team" ? sectionIds.team : hash.slice(1);
  useEffect(() => {
    if (!isComplete || place === "" || scrolledFor.current === key) return undefined;
    // What has just come may ask for more at once.
    const settled = setTimeout(() => {
      const element = document.getElementById(place);
      if (!element || queries.isFetching() > 0) return;
      scrolledFor.current = key;
      element.scrollIntoView({ block: "start" });
    }, SETTLED_MS);
    return () => clearTimeout(settled);
  }, [isComplete, place, key, queries]);
}
