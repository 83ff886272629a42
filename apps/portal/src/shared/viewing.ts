import { readStoredView, type StoredView, storeView } from "./stored.ts";

/** Looks through somebody's eyes from now on: the page begins anew, so that nothing of the staff member's is left in it. */
export function beginView(view: StoredView) {
  storeView(view);
  location.assign("/");
}

/** Gives the staff member back to herself, on the page of whom she looked at; false where there is no view. */
export function leaveView(): boolean {
  const view = readStoredView();
  if (!view) return false;
  storeView(null);
  location.assign(`/admin/accounts/${encodeURIComponent(view.username)}?view=ended`);
  return true;
}
