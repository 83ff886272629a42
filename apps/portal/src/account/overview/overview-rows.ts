import type { ManagedLicense } from "@foyer/contract/licenses";
import type { PersonalSeat } from "@foyer/contract/seats";
import { isTrial } from "@foyer/domain/product-id";

const SHOWN_AT_FIRST = 5;

/** Returns what the overview lists: the managed licenses, and the seats of other licenses and of trials. */
export function overviewRows(licenses: readonly ManagedLicense[] = [], seats: readonly PersonalSeat[] = []) {
  const managed = licenses.filter(({ product_id: id }) => !isTrial(id));
  const ids = new Set(managed.map(({ id }) => id));
  return { managed, held: seats.filter(({ registration_id: id }) => !ids.has(id)) };
}

/** Returns how many of the rows are shown at first. A single row more takes no more room than a button for it. */
export const shownAtFirst = (rows: number): number => (rows > SHOWN_AT_FIRST + 1 ? SHOWN_AT_FIRST : rows);
