import { refuse } from "./errors.ts";

/**
 * The id after which a page of a list, newest first, begins; null for the first page. Refuses `input.invalid` when `before` is
 * not an id.
 */
export function rowBefore(before: string | undefined): number | null {
  if (before === undefined) return null;
  if (!/^\d{1,15}$/.test(before)) refuse("input.invalid", { field: "before" });
  return Number(before);
}
