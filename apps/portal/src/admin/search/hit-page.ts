import type { SearchHit } from "@foyer/contract/staff-wire";

/**
 * Returns the page of a search result: that of its license, otherwise that of its account; null without both. The
 * fragment names a seat.
 */
export function pageOf({
  kind,
  id,
  account,
  license,
}: Pick<SearchHit, "kind" | "id" | "account" | "license">): string | null {
  const isOfPerson = kind === "account" || kind === "customer";
  if (license !== undefined && !(isOfPerson && account !== undefined)) {
    return licensePage(license) + (kind === "seat" ? `#${encodeURIComponent(id)}` : "");
  }
  return account === undefined ? null : accountPage(account);
}

export function accountPage(username: string): string {
  return `/admin/accounts/${encodeURIComponent(username)}`;
}

/** @param id of the checkout. */
export function purchasePage(customer: string, id: string): string {
  return `/admin/purchases/${encodeURIComponent(customer)}/${encodeURIComponent(id)}`;
}

export function licensePage(id: string): string {
  return `/admin/licenses/${encodeURIComponent(id)}`;
}
