import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { sectionIds } from "./section-ids.ts";

const SETTLED_MS = 50;

/** Highlights a section once. */
export interface Flash {
  flash: boolean;
  onFlashEnd: () => void;
}

/**
 * Scrolls to the section that the URL names: `#subscriptions` (HOME-07), `?section=team` (HOME-05), or a section's
 * own fragment. Scrolls only after everything has loaded, because sections that load above would push it away again.
 *
 * @returns the flash of Team Management. It begins once the section is in view; at its end the parameter is removed
 * from the URL.
 */
export function usePlace(): Flash {
  const { hash, search, key } = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [reachedFor, setReachedFor] = useState<string | null>(null);
  const isReached = reachedFor === key;
  const isComplete = useIsFetching() === 0;
  const isTeamNamed = new URLSearchParams(search).get("section") === "team";
  const place = isTeamNamed ? sectionIds.team : hash.slice(1);
  useEffect(() => {
    if (!isComplete || isReached || place === "") return undefined;
    // Loaded sections may immediately request more data.
    const settled = setTimeout(() => {
      const element = document.getElementById(place);
      if (!element || queries.isFetching() > 0) return;
      element.scrollIntoView({ block: "start" });
      setReachedFor(key);
    }, SETTLED_MS);
    return () => clearTimeout(settled);
  }, [isComplete, isReached, place, key, queries]);
  // A person who scrolls on by herself before everything has loaded is not brought back.
  useEffect(() => {
    if (isReached || place === "") return undefined;
    const leave = () => setReachedFor(key);
    addEventListener("wheel", leave, { passive: true });
    addEventListener("touchmove", leave, { passive: true });
    return () => {
      removeEventListener("wheel", leave);
      removeEventListener("touchmove", leave);
    };
  }, [isReached, place, key]);
  return { flash: isTeamNamed && isReached, onFlashEnd: () => void navigate("/", { replace: true }) };
}
