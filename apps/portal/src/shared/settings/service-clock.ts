import { queryOptions } from "@tanstack/react-query";
import { settings } from "./settings.ts";

/**
 * The services' time: the real time, or the sandbox clock's if it was moved. Only for display; the services use their
 * own clock for decisions.
 */
export const serviceClockQuery = queryOptions({
  queryKey: ["service-clock"],
  queryFn: async ({ signal }) => {
    if (!settings.trial) return new Date();
    try {
      const response = await fetch("/sandbox/clock", { signal });
      const { now } = (await response.json()) as { now: string };
      const told = new Date(now);
      return Number.isNaN(told.getTime()) ? new Date() : told;
    } catch {
      return new Date();
    }
  },
  staleTime: 5000,
});
