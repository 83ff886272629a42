import { refuse } from "./errors.ts";

/** The row that a page of a list, newest first, comes after; null for the first page. Refuses `input.invalid` for what is no id. */
export function rowBefore(before: string | undefined): number | null {
  if (before === undefined) return null;
  if (!/^\d{1,15}$/.test(before)) refuse("input.invalid", { field: "before" });
  return Number(before);
}
