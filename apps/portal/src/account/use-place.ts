import { useIsFetching } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { sectionIds } from "./account-index.tsx";

/**
 * Scrolls to the part of the page that the address names: `#subscriptions` (HOME-07), `?section=team` (HOME-05), or a
 * section's own fragment. Once everything has come, as what comes above would push it away again.
 */
export function usePlace() {
  const { hash, search, key } = useLocation();
  const isComplete = useIsFetching() === 0;
  const scrolledFor = useRef<string | null>(null);
  const place = new URLSearchParams(search).get("section") === "team" ? sectionIds.team : hash.slice(1);
  useEffect(() => {
    if (!isComplete || place === "" || scrolledFor.current === key) return;
    scrolledFor.current = key;
    document.getElementById(place)?.scrollIntoView({ block: "start" });
  }, [isComplete, place, key]);
}
