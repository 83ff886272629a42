import { readStoredView, type StoredView, storeView } from "./stored.ts";

/** Starts a view as another person: the page reloads, so that none of the staff member's data is left in it. */
export function beginView(view: StoredView) {
  storeView(view);
  location.assign("/");
}

/** Ends the view and opens the staff page of the viewed person; returns false without a view. */
export function leaveView(): boolean {
  const view = readStoredView();
  if (!view) return false;
  storeView(null);
  location.assign(`/admin/accounts/${encodeURIComponent(view.username)}?view=ended`);
  return true;
}
