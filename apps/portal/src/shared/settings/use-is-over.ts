import { useQuery } from "@tanstack/react-query";
import { serviceClockQuery } from "./service-clock.ts";

interface Limited {
  /** ISO 8601; null for a license without an end of its own. */
  readonly expires_date: string | null;
}

/** A license may have ended since another screen asked for the time. */
const clockNow = { ...serviceClockQuery, refetchOnMount: "always" } as const;

/** Returns whether a license is past its own end, by the services' clock. Until the clock is known, none is. */
export function useIsOver(): (license: Limited) => boolean {
  const { data: now } = useQuery(clockNow);
  return ({ expires_date: end }) => end !== null && now !== undefined && new Date(end) <= now;
}

/** Returns whether that license is past its own end. Does not ask the clock for a license without one. */
export function useLicenseOver({ expires_date: end }: Limited): boolean {
  const { data: now } = useQuery({ ...clockNow, enabled: end !== null });
  return end !== null && now !== undefined && new Date(end) <= now;
}
