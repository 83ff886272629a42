import { queryOptions } from "@tanstack/react-query";
import { settings } from "./settings.ts";

/**
 * The time that the services go by: the real one, but where their sandbox clock was moved, that one. Only for what is
 * shown; the services decide by their own.
 */
export const serviceClockQuery = queryOptions({
  queryKey: ["service-clock"],
  queryFn: async ({ signal }) => {
    if (!settings.sandbox) return new Date();
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
